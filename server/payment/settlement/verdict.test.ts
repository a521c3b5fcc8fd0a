import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Intent } from '../provider.ts'
import { type Claim, judge, type Payable } from './verdict.ts'

const intent: Intent = {
  id: 'pi_1',
  status: 'succeeded',
  amount: 59_00,
  received: 59_00,
  refunded: 0,
  currency: 'usd',
  booking: 'b1',
  patient: 'ann',
  clientSecret: 'pi_1_secret_x',
}
const booking: Payable = {
  id: 'b1',
  payers: ['ann'],
  owedCents: 59_00,
  currency: 'usd',
  intents: [],
}
const claim: Claim = { booking: 'b1', patients: ['ann'] }
const unbound: Intent = { ...intent, booking: undefined }

describe('a succeeded payment', () => {
  it('settles its booking, whether the patient claims it or not', () => {
    expect(judge(intent, 'open', [booking], undefined)).toBe('settle')
    expect(judge(intent, 'open', [booking], claim)).toBe('settle')
    expect(judge(intent, undefined, [booking], undefined)).toBe('settle')
  })

  it('settles its booking once', () => {
    const paid = { ...booking, owedCents: 0, intents: ['pi_0', 'pi_1'] }
    expect(judge(intent, 'settled', [paid], claim)).toBe('settled')
    expect(judge(intent, 'settled', [paid], undefined)).toBe('settled')
  })

  it('is refunded if nothing is owed any more, or less', () => {
    expect(judge(intent, 'open', [{ ...booking, owedCents: 0, intents: ['pi_2'] }], claim)).toBe('refund')
    expect(judge(intent, 'open', [{ ...booking, owedCents: 0 }], undefined)).toBe('refund')
    expect(judge(intent, 'open', [{ ...booking, owedCents: 58_99 }], claim)).toBe('refund')
  })

  it('pays a part if the price has risen since it was made here', () => {
    expect(judge(intent, 'open', [{ ...booking, owedCents: 60_00 }], claim)).toBe('settle')
    expect(judge(intent, undefined, [{ ...booking, owedCents: 60_00 }], claim)).toBe('price-mismatch')
  })

  it('settles the claimed booking, or the only one that it can pay, if its intent names none', () => {
    expect(judge(unbound, 'open', [booking], claim)).toBe('settle')
    expect(judge(unbound, 'open', [{ ...booking, owedCents: 60_00 }], claim)).toBe('price-mismatch')
    expect(judge(unbound, 'open', [{ ...booking, owedCents: 0, intents: ['pi_2'] }], claim)).toBe('already-paid')
    expect(judge(unbound, 'settled', [booking], claim)).toBe('another-booking')
    expect(judge(unbound, 'open', [booking], undefined)).toBe('settle')
    expect(judge(unbound, 'open', [booking, { ...booking, id: 'b2' }], undefined)).toBe('unclaimed')
    expect(judge(unbound, 'open', [], undefined)).toBe('refund')
    expect(judge(unbound, 'refunded', [], undefined)).toBe('given-back')
  })
})

it.each([
  ['has not succeeded', { ...intent, status: 'requires_action' as const }, 'open', booking, claim, 'not-paid'],
  ['is another patient’s', { ...intent, patient: 'bob' }, 'open', booking, claim, 'unknown'],
  ['was not created by this clinic', { ...intent, patient: undefined }, undefined, booking, undefined, 'unknown'],
  ['is for an unknown booking', intent, 'open', undefined, undefined, 'unknown'],
  ['is for another booking', intent, 'open', { ...booking, id: 'b2' }, { ...claim, booking: 'b2' }, 'another-booking'],
  ['is of no amount', { ...intent, received: 0 }, 'open', booking, undefined, 'price-mismatch'],
  ['is in another currency', { ...intent, currency: 'jpy' }, 'open', booking, undefined, 'price-mismatch'],
  ['was refunded here', intent, 'refunded', booking, claim, 'given-back'],
  ['is being refunded', intent, 'refunding', booking, claim, 'given-back'],
  ['was refunded at the provider', { ...intent, refunded: 1 }, 'open', booking, claim, 'given-back'],
])('a payment that %s settles nothing', (_case, payment, state, payable, claimed, verdict) => {
  expect(judge(payment, state, payable ? [payable] : [], claimed)).toBe(verdict)
})

it('only an unrefunded payment by the same patient, of no more than is owed, settles a booking', () => {
  const some = <T>(...values: T[]) => fc.constantFrom(...values)
  fc.assert(
    fc.property(
      fc.record({
        status: some<Intent['status']>('succeeded', 'canceled', 'processing', 'requires_payment_method'),
        received: some(59_00, 58_99, 0),
        refunded: some(0, 1),
        currency: some('usd', 'eur'),
        booking: some('b1', 'b2', undefined),
        patient: some('ann', 'bob', undefined),
      }),
      some('open', 'settled', 'refunding', 'refunded', 'cancelled', undefined),
      fc.option(fc.record({ owedCents: some(0, 58_99, 59_00), intents: some([], ['pi_1'], ['pi_2']) })),
      fc.option(fc.record({ booking: some('b1', 'b2'), patients: some(['ann'], ['bob'], ['bob', 'ann']) })),
      (fields, state, row, claimed) => {
        const payment = { ...intent, ...fields }
        const verdict = judge(payment, state, row ? [{ ...booking, ...row }] : [], claimed ?? undefined)
        if (verdict !== 'settle') return
        expect(payment).toMatchObject({
          status: 'succeeded',
          refunded: 0,
          currency: 'usd',
          patient: 'ann',
        })
        expect(row?.intents).not.toContain('pi_1')
        expect(payment.received).toBeGreaterThan(0)
        expect(payment.received).toBeLessThanOrEqual(row?.owedCents ?? 0)
        if (!payment.booking) expect(payment.received).toBe(row?.owedCents)
        expect(claimed?.patients ?? ['ann']).toContain('ann')
        expect(['settled', 'refunding', 'refunded']).not.toContain(state)
      },
    ),
    { numRuns: 5_000 },
  )
})
