import { can } from '#contract/access/access.ts'
import { toCents } from '#contract/kit/money.ts'
import { readPolicy } from '#server/calendar/store.ts'
import type { Db } from '#server/database/db.ts'
import type { Caller } from '#server/http/identity.ts'

/** Returns the cents of a payment that a member of the staff may refund in all; undefined without a limit. */
export async function refundLimitOf(db: Db, caller: Caller): Promise<number | undefined> {
  if (can(caller, 'refund-without-limit')) return undefined
  const { deskRefundDollars } = await readPolicy(db)
  return toCents(deskRefundDollars)
}
