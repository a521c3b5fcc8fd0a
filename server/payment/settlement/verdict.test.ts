import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Intent } from '../provider.ts'
import { type Claim, judge, type Payable } from './verdict.ts'

const intent: Intent = {
  id: 'pi_1',
  status: 'succeeded',
  received: 59_00,
  refunded: 0,
  currency: 'usd',
  booking: 'b1',
  patient: 'ann',
  clientSecret: 'pi_1_secret_x',
}
const booking: Payable = { id: 'b1', patientId: 'ann', price: 59_00, transactionId: null, cancelled: false }
const claim: Claim = { booking: 'b1', patient: 'ann' }
const forAPrice: Intent = { ...intent, booking: undefined }

describe('a payment that the provider confirms', () => {
  it('settles its booking, whether its patient claims it or not', () => {
    expect(judge(intent, 'open', [booking], undefined)).toBe('settle')
    expect(judge(intent, 'open', [booking], claim)).toBe('settle')
    expect(judge(intent, undefined, [booking], undefined)).toBe('settle')
  })

  it('settles nothing twice', () => {
    const paid = { ...booking, transactionId: 'pi_1' }
    expect(judge(intent, 'settled', [paid], claim)).toBe('settled')
    expect(judge(intent, 'settled', [paid], undefined)).toBe('settled')
  })

  it('is given back when another one was first, or the booking was cancelled', () => {
    expect(judge(intent, 'open', [{ ...booking, transactionId: 'pi_2' }], claim)).toBe('refund')
    expect(judge(intent, 'open', [{ ...booking, cancelled: true }], undefined)).toBe('refund')
  })

  it('made for a price alone settles the booking claimed, or the only one that it can pay', () => {
    expect(judge(forAPrice, 'open', [booking], claim)).toBe('settle')
    expect(judge(forAPrice, 'open', [{ ...booking, price: 60_00 }], claim)).toBe('price-mismatch')
    expect(judge(forAPrice, 'open', [{ ...booking, transactionId: 'pi_2' }], claim)).toBe('already-paid')
    expect(judge(forAPrice, 'settled', [booking], claim)).toBe('another-booking')
    expect(judge(forAPrice, 'open', [booking], undefined)).toBe('settle')
    expect(judge(forAPrice, 'open', [booking, { ...booking, id: 'b2' }], undefined)).toBe('unclaimed')
    expect(judge(forAPrice, 'open', [], undefined)).toBe('refund')
    expect(judge(forAPrice, 'refunded', [], undefined)).toBe('given-back')
  })
})

it.each([
  ['is not completed', { ...intent, status: 'requires_action' as const }, 'open', booking, claim, 'not-paid'],
  ['is somebody else’s', { ...intent, patient: 'bob' }, 'open', booking, claim, 'unknown'],
  ['is not this clinic’s', { ...intent, patient: undefined }, undefined, booking, undefined, 'unknown'],
  ['is for a booking that is not there', intent, 'open', undefined, undefined, 'unknown'],
  ['is for another booking', intent, 'open', { ...booking, id: 'b2' }, { ...claim, booking: 'b2' }, 'another-booking'],
  ['is of another amount', { ...intent, received: 1_00 }, 'open', booking, undefined, 'price-mismatch'],
  ['is in another currency', { ...intent, currency: 'jpy' }, 'open', booking, undefined, 'price-mismatch'],
  ['was given back by us', intent, 'refunded', booking, claim, 'given-back'],
  ['is being given back', intent, 'refunding', booking, claim, 'given-back'],
  ['was given back at the provider', { ...intent, refunded: 1 }, 'open', booking, claim, 'given-back'],
])('a payment that %s settles nothing', (_what, given, state, of, by, verdict) => {
  expect(judge(given, state, of ? [of] : [], by)).toBe(verdict)
})

it('a booking becomes paid only by its own price, from its own patient, once', () => {
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
      fc.option(fc.record({ transactionId: some(null, 'pi_1', 'pi_2'), cancelled: fc.boolean() })),
      fc.option(fc.record({ booking: some('b1', 'b2'), patient: some('ann', 'bob') })),
      (facts, state, row, by) => {
        const given = { ...intent, ...facts }
        const verdict = judge(given, state, row ? [{ ...booking, ...row }] : [], by ?? undefined)
        if (verdict !== 'settle') return
        expect(given).toMatchObject({
          status: 'succeeded',
          received: 59_00,
          refunded: 0,
          currency: 'usd',
          patient: 'ann',
        })
        expect(row).toEqual({ transactionId: null, cancelled: false })
        expect(by?.patient ?? 'ann').toBe('ann')
        expect(['settled', 'refunding', 'refunded']).not.toContain(state)
      },
    ),
    { numRuns: 5_000 },
  )
})
