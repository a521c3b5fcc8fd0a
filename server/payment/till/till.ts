import { type DeskMethod, deskMethods, paymentMethods } from '#contract/desk/payment.ts'
import type { AmountsByMethod, Till } from '#contract/desk/till.ts'
import type { Cents } from '#contract/kit/money/amount.ts'
import { toDollars } from '#contract/kit/money.ts'
import { type Outcome, refused } from '#contract/kit/outcome.ts'
import { formatMediumDate, type IsoDate } from '#contract/kit/time/clinic-date.ts'
import type { RecordAudit } from '#server/audit/audit.ts'
import { listNamesOf } from '#server/booking/queries.ts'
import type { Db } from '#server/database/db.ts'
import { transact } from '#server/database/pool/transact.ts'
import {
  type Days,
  findTillClose,
  insertTillClose,
  listEntries,
  readOpenDays,
  sumByMethod,
  type TillCloseRow,
} from './store.ts'

type ByDeskMethod = Partial<Record<DeskMethod, Cents>>

/** What staff close, in cents by method. `by`: their email. */
export type Close = { date: IsoDate; expected: ByDeskMethod; counted: ByDeskMethod; note: string; by: string }

export type CloseRefusal = 'till-closed' | 'not-begun' | 'needs-note' | 'changed'

/** Closes the open days through `date`, and records it in the audit trail. What is expected must still be what the
 *  caller saw; a difference needs a note. Card payments on the website are not counted. */
export function closeTill(
  db: Db,
  { date, expected: seen, counted, note, by }: Close,
  record: RecordAudit,
): Promise<Outcome<object, CloseRefusal>> {
  return transact(db, async (tx) => {
    const { firstDay, today } = await readOpenDays(tx, { lock: true })
    if (date < firstDay) return refused('till-closed')
    if (date > today) return refused('not-begun')
    const days = { firstDay, date }
    const expected = await expectedIn(tx, days)
    if (deskMethods.some((method) => (expected[method] ?? 0) !== (seen[method] ?? 0))) return refused('changed')
    const differences = deskMethods.map(
      (method) => (counted[method] ?? expected[method] ?? 0) - (expected[method] ?? 0),
    )
    if (note === '' && differences.some((cents) => cents !== 0)) return refused('needs-note')
    const difference = differences.reduce((sum, cents) => sum + cents, 0)
    await insertTillClose(tx, { ...days, expected, counted, difference, note, closedBy: by })
    await record(tx, 'close-day', inWords(days))
    return { ok: true }
  })
}

/** Returns what the payments less the refunds of days come to by method, in cents. */
export async function expectedIn(tx: Db, days: Days): Promise<AmountsByMethod> {
  const { received, refunded } = await sumByMethod(tx, days)
  return Object.fromEntries(paymentMethods.map((method) => [method, (received[method] ?? 0) - (refunded[method] ?? 0)]))
}

function inWords({ firstDay, date }: Days): string {
  const [first, last] = [firstDay, date].map(formatMediumDate)
  return first === last ? `${first}` : `${first} to ${last}`
}

/** Returns the open days of the till as the API represents them; with `date` the days that were closed with it, or
 *  undefined if that day closed none. `persons`: the patients whom it names. */
export async function readTill(db: Db, date?: IsoDate): Promise<{ till: Till; persons: string[] } | undefined> {
  return db.transaction(
    async (tx) => {
      if (date === undefined) {
        const { today, ...days } = await readOpenDays(tx)
        return toTill(tx, days, { isAhead: days.date > today })
      }
      const close = await findTillClose(tx, date)
      return close && toTill(tx, { firstDay: close.firstDay, date }, { isAhead: false, close })
    },
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  )
}

async function toTill(db: Db, days: Days, { isAhead, close }: { isAhead: boolean; close?: TillCloseRow }) {
  const { received, refunded } = await sumByMethod(db, days)
  const { payments, refunds, hasMore } = await listEntries(db, days)
  const names = await listNamesOf(
    db,
    [...payments, ...refunds].map(({ bookingId }) => bookingId),
  )
  const entries = [
    ...payments.map(({ voidedAt, ...row }) => ({ ...row, kind: 'payment' as const, void: voidedAt !== null })),
    ...refunds.map(({ amount, ...row }) => ({
      ...{ ...row, amount: Math.abs(amount), void: false },
      kind: amount < 0 ? ('returned-refund' as const) : ('refund' as const),
    })),
  ].sort((a, b) => Number(b.at) - Number(a.at))
  const till: Till = {
    ...{ firstDay: formatMediumDate(days.firstDay), date: formatMediumDate(days.date), isAhead },
    methods: paymentMethods.map((method) => ({
      method,
      received: toDollars(received[method] ?? 0),
      refunded: toDollars(refunded[method] ?? 0),
      expected: toDollars((received[method] ?? 0) - (refunded[method] ?? 0)),
      ...(close?.counted[method] !== undefined && { counted: toDollars(close.counted[method]) }),
    })),
    entries: entries.map(({ id, bookingId, amount, at, by, ...entry }) => ({
      ...{ _id: id, ...entry, amount: toDollars(amount), at: at.toISOString() },
      ...(by !== null && { by }),
      patientName: names.get(bookingId)?.patientName ?? '',
      treatment: names.get(bookingId)?.treatment ?? '',
    })),
    hasMore,
    ...(close && { closed: toClosed(close) }),
  }
  return { till, persons: [...new Set([...names.values()].map(({ patientId }) => patientId))] }
}

function toClosed({ closedBy, closedAt, difference, note }: TillCloseRow) {
  return { by: closedBy, at: closedAt.toISOString(), difference: toDollars(difference), note }
}
