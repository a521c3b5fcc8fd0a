import Stripe from 'stripe'
import { expect, it } from 'vitest'
import { secondsUntilNext, signatureOf } from './deliver.ts'

it('signs as Stripe’s own package does', () => {
  const { webhooks } = new Stripe('sk_test_unused')
  const payload = JSON.stringify({ id: 'evt_1', name: 'Zähne' })
  const header = webhooks.generateTestHeaderString({ payload, secret: 'whsec_1', timestamp: 1_700_000_000 })
  expect(signatureOf(payload, 'whsec_1', 1_700_000_000_999)).toBe(header)
})

it('waits longer after each attempt, up to an hour', () => {
  const waits = Array.from({ length: 12 }, (_, n) => secondsUntilNext(n + 1))
  expect(waits).toEqual([1, 5, 30, 60, 120, 240, 480, 960, 1_920, 3_600, 3_600, 3_600])
})
