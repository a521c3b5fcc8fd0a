import { can } from '#contract/access/access.ts'
import { formatCents, type Money, toCents } from '#contract/kit/money.ts'
import type { Refused } from '#contract/kit/outcome.ts'
import { findAnyBooking } from '#server/booking/store.ts'
import { readPolicy } from '#server/calendar/store.ts'
import type { Db } from '#server/database/db.ts'
import type { Caller } from '#server/http/identity.ts'
import { findListPrice, listCharges, listPayments } from '../payment-store.ts'
import { givenBack } from './given-back.ts'
import { listRefundsOf } from './store.ts'

/** What a member of the staff may give back of an appointment in all: `cents`, and `shown` as they read it. */
export type RefundLimit = { cents: number; shown: string }

/** A change that gives back more than `limit`, as it is shown. */
export type OverLimit = Refused<'over-limit', { limit: string }>

/** Returns what a member of the staff may give back of an appointment; undefined without a limit. */
export async function refundLimitOf(db: Db, caller: Caller, money: Money): Promise<RefundLimit | undefined> {
  if (can(caller, 'refund-without-limit')) return undefined
  const cents = toCents((await readPolicy(db)).deskRefundDollars)
  return { cents, shown: formatCents(cents, money) }
}

/** Makes a change to the money of a locked booking, or nothing if it gives back more than `limit`. Every change by
 *  which staff can give money back runs in here. */
export async function withinLimit<Result>(
  tx: Db,
  bookingId: string,
  limit: RefundLimit | undefined,
  change: (tx: Db) => Promise<Result>,
): Promise<Result | OverLimit> {
  if (limit === undefined) return change(tx)
  try {
    return await tx.transaction((savepoint) => throwIfBeyond(savepoint, bookingId, limit, change))
  } catch (error) {
    return overLimitOf(error)
  }
}

/** Makes a change like `withinLimit`, for a caller that rolls its whole transaction back.
 *  @throws an error that `overLimitOf` knows */
export async function throwIfBeyond<Result>(
  tx: Db,
  bookingId: string,
  limit: RefundLimit | undefined,
  change: (tx: Db) => Promise<Result>,
): Promise<Result> {
  if (limit === undefined) return change(tx)
  const before = await readGivenBack(tx, bookingId)
  const result = await change(tx)
  const after = await readGivenBack(tx, bookingId)
  // An admin may have given back more before. A change that gives nothing back is fine then, too.
  if (after > before && after > limit.cents) throw new BeyondLimit(limit.shown)
  return result
}

/** Returns the refusal that an error stands for. @throws the error if it is none of `throwIfBeyond` */
export function overLimitOf(error: unknown): OverLimit {
  if (error instanceof BeyondLimit) return { ok: false, reason: 'over-limit', limit: error.limit }
  throw error
}

class BeyondLimit extends Error {
  readonly limit: string
  constructor(limit: string) {
    super('More than the caller may give back')
    this.limit = limit
  }
}

async function readGivenBack(tx: Db, bookingId: string): Promise<number> {
  const booking = await findAnyBooking(tx, bookingId)
  return givenBack({
    charges: await listCharges(tx, bookingId),
    payments: await listPayments(tx, bookingId),
    refunds: await listRefundsOf(tx, bookingId),
    listPrice: booking ? await findListPrice(tx, booking.treatmentId) : 0,
    noShowFee: toCents((await readPolicy(tx)).noShowFeeDollars),
  })
}
