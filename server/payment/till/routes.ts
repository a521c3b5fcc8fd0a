import { tillCalls } from '#contract/calls/till.ts'
import { type DeskMethod, deskMethods } from '#contract/desk/payment.ts'
import type { Cents, RequestedAmount } from '#contract/kit/money/amount.ts'
import { type Money, toDollars } from '#contract/kit/money.ts'
import { formatMediumDate } from '#contract/kit/time/clinic-date.ts'
import type { Audit } from '#server/audit/audit.ts'
import type { Db } from '#server/database/db.ts'
import { requestedCents } from '#server/http/amount.ts'
import type { App } from '#server/http/app-type.ts'
import type { Identity } from '#server/http/identity.ts'
import { linkNextPage } from '#server/http/next-page.ts'
import { problemOf, type Refusals } from '#server/http/refusal.ts'
import { route } from '#server/http/route.ts'
import { listTillCloses, type TillCloseRow } from './store.ts'
import { type CloseRefusal, closeTill, readTill } from './till.ts'

type Deps = { db: Db; clinic: () => Promise<Money>; identity: Identity; audit: Audit }

const refusals: Refusals<{ reason: CloseRefusal | 'not-closed' }> = {
  'till-closed': { status: 409, sentence: 'This day is closed already. Nothing was changed.' },
  'not-begun': { status: 409, sentence: 'This day has not begun, so it can’t be closed.' },
  'needs-note': { status: 400, field: 'note', sentence: 'Say what the difference comes from' },
  changed: {
    status: 409,
    sentence: 'Money came in or went out meanwhile. Nothing was closed; look at the new sums.',
  },
  'not-closed': { status: 404, sentence: 'No days were closed with this one.' },
}

/** Registers the routes of the till: what is expected in it, and its closed days. */
export function tillRoutes(app: App, { db, clinic, identity, audit }: Deps) {
  route(app, identity, tillCalls.readTill, async (request) => {
    const found = await readTill(db, request.query.date)
    if (!found) throw problemOf(refusals, { reason: 'not-closed' })
    const { till, persons } = found
    if (persons.length > 0) await audit.recordRead(request, 'read-day', `the payments of ${till.date}`, persons)
    return till
  })
  route(app, identity, tillCalls.closeTill, async (request) => {
    const { date, expected, counted, note } = request.body
    const money = await clinic()
    const { email: by } = identity.caller(request)
    const close = {
      date,
      note,
      by,
      expected: centsBy('expected', expected, money),
      counted: centsBy('counted', counted, money),
    }
    const outcome = await closeTill(db, close, audit.recordFor(request))
    if (!outcome.ok) throw problemOf(refusals, outcome)
    const closed = await readTill(db, date)
    if (!closed) throw problemOf(refusals, { reason: 'not-closed' })
    return closed.till
  })
  route(app, identity, tillCalls.listTillCloses, async (request, reply) => {
    const { rows, hasMore } = await listTillCloses(db, request.query)
    if (hasMore) linkNextPage(request, reply, request.query)
    return rows.map(toTillClose)
  })
}

function toTillClose({ firstDay, date, expected, difference, closedBy, closedAt }: TillCloseRow) {
  return {
    firstDay: formatMediumDate(firstDay),
    date: formatMediumDate(date),
    expected: toDollars(deskMethods.reduce((sum, method) => sum + (expected[method] ?? 0), 0)),
    difference: toDollars(difference),
    ...{ by: closedBy, at: closedAt.toISOString() },
  }
}

/** @throws ProblemError 400 */
function centsBy(
  field: string,
  amounts: Partial<Record<DeskMethod, RequestedAmount>>,
  money: Money,
): Partial<Record<DeskMethod, Cents>> {
  return Object.fromEntries(
    Object.entries(amounts).map(([method, dollars]) => [method, requestedCents(dollars, money, `${field}.${method}`)]),
  )
}
