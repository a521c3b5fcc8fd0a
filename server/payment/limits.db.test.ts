import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestApp, type TestApp } from '#server/testing/app.ts'
import { openFormerLinks } from '#server/testing/former-link.ts'
import { eventOf, openTestPayments, type TestPayments } from '#server/testing/payment.ts'

describe('limits per account', () => {
  let limited: TestApp
  let till: TestPayments
  beforeAll(async () => {
    limited = await openTestApp({ env: { RATE_LIMIT: 'on' } })
    till = await openTestPayments(limited)
  })
  afterAll(async () => {
    await till.sandbox.close()
    await limited.close()
  })

  it('allows an account thirty intents, then answers 429 with the wait; other accounts are not affected', async () => {
    const [cy, di] = [await limited.person(), await limited.person()]
    const id = await till.book(cy)
    for (let count = 0; count < 30; count += 1) {
      expect((await till.requestIntent(cy, { price: 59, appointment: id })).statusCode).toBe(200)
    }
    const refused = await till.requestIntent(cy, { price: 59, appointment: id })
    expect(refused.statusCode).toBe(429)
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    expect(refused.json().detail).toMatch(/again in (a minute|\d+ seconds)/)
    expect((await till.requestIntent(di, { price: 59, appointment: await till.book(di) })).statusCode).toBe(200)
  })

  it('counts the requests by a link in an email for its patient, too', async () => {
    const cy = await limited.person()
    const id = await till.book(cy)
    const token = openFormerLinks(limited.secret).issue({ id, patientId: cy.patientId })
    const byLink = () =>
      limited.app.inject({ method: 'POST', url: '/appointment-link/payment-intent', payload: { token, price: 59 } })
    for (let count = 0; count < 15; count += 1) {
      expect((await byLink()).statusCode).toBe(200)
      expect((await till.requestIntent(cy, { price: 59, appointment: id })).statusCode).toBe(200)
    }
    expect((await byLink()).statusCode).toBe(429)
  })

  it('cancels the intent of an account after ten declined cards', async () => {
    const cy = await limited.person()
    const id = await till.book(cy)
    const intent = await till.intentFor(cy, id)
    for (let count = 0; count < 10; count += 1) {
      expect(await till.findIntent(intent)).toMatchObject({ state: 'open' })
      await till.deliver(eventOf('payment_intent.payment_failed', intent))
    }
    expect(await till.findIntent(intent)).toMatchObject({ state: 'cancelled' })
    await expect(till.charge(intent)).rejects.toMatchObject({ code: 'payment_intent_unexpected_state' })
    const refused = await till.requestIntent(cy, { price: 59, appointment: id })
    expect(refused.statusCode).toBe(429)
    expect(refused.json().detail).toContain('Too many cards were declined')
  })

  it('cancels the intent on the repeated event if the provider was down at the tenth decline', async () => {
    const cy = await limited.person()
    const intent = await till.intentFor(cy, await till.book(cy))
    for (let count = 0; count < 9; count += 1) await till.deliver(eventOf('payment_intent.payment_failed', intent))
    const tenth = eventOf('payment_intent.payment_failed', intent)
    await till.setFaults({ api: { down: true } })
    expect((await till.deliver(tenth)).statusCode).toBe(503)
    expect(await till.findIntent(intent)).toMatchObject({ state: 'open' })
    await till.setFaults({})
    expect((await till.deliver(tenth)).statusCode).toBe(200)
    expect(await till.findIntent(intent)).toMatchObject({ state: 'cancelled' })
  })
})
