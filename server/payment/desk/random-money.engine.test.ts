import { eq, sql } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { booking } from '#server/database/schema/booking.ts'
import { openTestDeskPayments, type TestDeskPayments } from '#server/payment/testing/desk-payments.ts'

// Random histories of an appointment's money at the desk, beside a ledger that reads no table.

let desk: TestDeskPayments
beforeAll(async () => {
  desk = await openTestDeskPayments()
})
afterAll(() => desk.close())

/** The ledger, in dollars. `price`: of the treatment; `fee`: of the no-show, while it is charged; `credit`: what
 *  refunds have taken off each of both. */
type Ledger = {
  status: 'booked' | 'no-show' | 'done' | 'cancelled'
  price: number
  fee: number | undefined
  credit: { treatment: number; fee: number }
  paid: number
  back: number
}

const chargedBy = ({ price, fee, credit }: Ledger) => (fee === undefined ? price - credit.treatment : fee - credit.fee)
const balanceOf = (ledger: Ledger) => chargedBy(ledger) - ledger.paid + ledger.back
const keptBy = ({ paid, back }: Ledger) => paid - back

/** Enters what goes back: first what was paid beyond the charge, the rest off the charge. */
function giveBack(ledger: Ledger, amount: number) {
  const surplus = Math.max(0, -balanceOf(ledger))
  const off = Math.max(0, amount - surplus)
  ledger.back += amount
  if (ledger.fee === undefined) ledger.credit.treatment += off
  else ledger.credit.fee += off
}

type Step = { kind: 'pay' | 'fee' | 'undo' | 'done' | 'no-show' | 'refund' | 'price' | 'cancel' | 'void'; n: number }

const steps = fc.array(
  fc.record({
    kind: fc.constantFrom(
      ...(['pay', 'pay', 'no-show', 'no-show', 'fee', 'fee', 'undo', 'undo', 'refund', 'refund'] as const),
      ...(['price', 'void', 'done', 'cancel'] as const),
    ),
    n: fc.integer({ min: 0, max: 130 }),
  }) as fc.Arbitrary<Step>,
  { minLength: 8, maxLength: 14 },
)

/** Lets an appointment begin at an instant. */
const beginAt = (id: string, at: Date) =>
  desk.server.database.db
    .update(booking)
    .set({
      ...{ overridden: true, startsAt: at, endsAt: sql`${at.toISOString()}::timestamptz + interval '30 minutes'` },
      ...{
        busy: sql`tstzrange(${at.toISOString()}::timestamptz, ${at.toISOString()}::timestamptz + interval '30 minutes')`,
        date: sql`${at.toISOString()}::date`,
      },
    })
    .where(eq(booking.id, id))

const mark = (id: string, from: string, status: string) =>
  desk.send('PATCH', `/desk/appointments/${id}/status`, { from, status })

/** Sends a step and returns its status, with what the ledger has to enter if it took effect. */
async function send(id: string, { kind, n }: Step, ledger: Ledger) {
  const answer = async (response: ReturnType<TestDeskPayments['send']>, enter: () => void) => ({
    response: await response,
    enter,
  })
  const payments = (await desk.details(id)).payments.filter(({ voidedAt }) => !voidedAt)
  const [last] = payments
  switch (kind) {
    case 'pay':
      return answer(desk.take(id, n || 1), () => {
        ledger.paid += n || 1
      })
    case 'fee':
      return answer(desk.send('POST', `/desk/appointments/${id}/no-show-fee`, { fee: n, reason: 'x' }), () => {
        if (ledger.fee === undefined) ledger.credit.fee = 0
        const before = ledger.credit.fee
        ledger.fee = n
        ledger.credit.fee = before
        if (keptBy(ledger) > n) giveBack(ledger, keptBy(ledger) - n)
      })
    case 'price':
      return answer(desk.price(id, n, ledger.price), () => {
        ledger.price = n
      })
    case 'refund':
      return answer(desk.refund(id, n || 1, { note: 'x', ...(last && { paymentId: last._id }) }), () =>
        giveBack(ledger, n || 1),
      )
    case 'void':
      return answer(desk.voidPayment(last?._id ?? '00000000-0000-4000-8000-000000000000'), () => {
        ledger.paid -= last?.amount ?? 0
        if (ledger.status === 'cancelled' && balanceOf(ledger) > 0) takeBack(ledger)
      })
    case 'cancel':
      return answer(
        desk.send('POST', `/desk/appointments/${id}/cancel`, { refund: Math.min(n, keptBy(ledger)), note: 'x' }),
        () => {
          giveBack(ledger, Math.min(n, keptBy(ledger)))
          ledger.status = 'cancelled'
          if (balanceOf(ledger) > 0) takeBack(ledger)
        },
      )
    default: {
      const to = kind === 'undo' ? 'booked' : kind
      return answer(mark(id, ledger.status, to), () => {
        if (ledger.status === 'no-show') ledger.fee = undefined
        ledger.status = to
      })
    }
  }
}

function takeBack(ledger: Ledger) {
  if (ledger.fee === undefined) ledger.credit.treatment += balanceOf(ledger)
  else ledger.credit.fee += balanceOf(ledger)
}

async function expectAgreement(id: string, ledger: Ledger) {
  const { charges, ...details } = await desk.details(id)
  const balance = balanceOf(ledger)
  expect({ owed: details.owed, surplus: details.surplus ?? 0, received: details.received }).toEqual({
    ...{ owed: Math.max(0, balance), surplus: Math.max(0, -balance), received: ledger.paid },
  })
  // Each line has the amount that somebody set.
  const [counts, ...others] = charges.filter(({ kind, voidedAt }) => kind !== 'credit' && !voidedAt)
  expect([counts?.kind, counts?.amount, others]).toEqual(
    ledger.fee === undefined ? ['treatment', ledger.price, []] : ['no-show', ledger.fee, []],
  )
  expect(details.price).toBe(counts?.amount)
}

it('agrees with a ledger of its own after each step, in any order, and never fails', {
  timeout: process.env.MONEY_RUNS ? 3_600_000 : 120_000,
}, async () => {
  const numRuns = Number(process.env.MONEY_RUNS ?? (inject('engine').kind === 'postgres' ? 25 : 6))
  const taken = new Map<string, number>()
  await fc.assert(
    fc.asyncProperty(steps, async (history) => {
      const { id } = await desk.book()
      // So that it can be marked.
      const begun = new Date('2025-01-06T14:00:00Z')
      await beginAt(id, begun)
      const ledger: Ledger = {
        ...{ status: 'booked', price: 59, fee: undefined, credit: { treatment: 0, fee: 0 }, paid: 0, back: 0 },
      }
      for (const step of history) {
        const { response, enter } = await send(id, step, ledger)
        expect(response.statusCode, `${JSON.stringify(step)}: ${response.body}`).toBeLessThan(500)
        if (response.statusCode >= 400) {
          expect(response.json(), response.body).toHaveProperty(response.json().errors ? 'errors' : 'code')
        } else {
          enter()
          taken.set(step.kind, (taken.get(step.kind) ?? 0) + 1)
        }
        await expectAgreement(id, ledger)
      }
    }),
    // The same histories in each run of the suite, so that each kind of step takes effect.
    { numRuns, ...(process.env.MONEY_RUNS === undefined && { seed: 7 }) },
  )
  expect([...taken.keys()].toSorted()).toEqual(expect.arrayContaining(['fee', 'no-show', 'pay', 'undo']))
})
