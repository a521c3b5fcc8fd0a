import { afterAll, beforeAll, expect, it } from 'vitest'
import { openTestApp, type TestApp } from '#server/testing/app.ts'
import { linkIn, newestMail, tokenIn } from '#server/testing/outside/outbox.ts'
import { passwordCalls } from '#server/testing/password-calls.ts'
import { bearerOf, cookieOf } from '#server/testing/sessions.ts'

let server: TestApp
let calls: ReturnType<typeof passwordCalls>
beforeAll(async () => {
  server = await openTestApp()
  calls = passwordCalls(server)
})
afterAll(() => server.close())

const password = 'a fine passphrase'

async function book(patient: string, headers: Record<string, string>) {
  const [treatment] = (await server.app.inject('/service')).json()
  const { _id: treatmentId, name, price } = treatment
  const times = (await server.app.inject(`/available?date=${encodeURIComponent('Mar 11, 2026')}`)).json()
  const [slot] = times.find((one: { _id: string }) => one._id === treatmentId).slots
  const payload = { treatmentId, treatment: name, price, date: 'Mar 11, 2026', slot, patient, phone: '1' }
  return server.app.inject({ method: 'POST', url: '/booking', headers, payload })
}

// Internationalized top-level domains, and characters that few addresses have (RFC 5322, dot-atom). The search of users
// splits them into beginnings of words; no other person’s random address has a word that begins with q.
it.each(['ann@clinic.xn--p1ai', 'ann@xn--80ak6aa92e.xn--p1ai', 'q%b!c@example.org'])(
  '%s works in every call, as it was typed',
  async (email) => {
    const { answer, cookie } = await server.signUp({ name: 'Ann', email, password })
    expect([answer.statusCode, answer.json().user?.email]).toEqual([200, email])
    expect((await calls.signIn({ email, password })).statusCode).toBe(200)

    expect((await calls.post('send-verification-email', { email }, { cookie })).statusCode).toBe(200)
    const confirmation = tokenIn(linkIn(await newestMail(server.config.dataDir, email, 2)))
    expect((await calls.verify(confirmation, cookie)).statusCode).toBe(200)

    const reset = await calls.reset(await calls.resetToken(email, 2), 'another passphrase')
    expect(reset.statusCode).toBe(200)
    const again = await calls.signIn({ email, password: 'another passphrase' })
    expect(again.statusCode).toBe(200)

    const path = encodeURIComponent(email)
    const bearer = await bearerOf(server, cookieOf(again), path)
    const admin = await server.person({ role: 'admin' })
    expect((await book(email, bearer)).statusCode).toBe(201)
    const booked = await server.app.inject({ url: `/booking?patient=${path}`, headers: bearer })
    expect(booked.json()).toEqual([expect.objectContaining({ patient: email })])
    const listed = await server.app.inject({ url: `/user?search=${path}`, headers: admin.bearer })
    expect(listed.json()).toEqual([expect.objectContaining({ email, verified: true })])
    const data = await server.app.inject({ url: `/user/personalData/${path}`, headers: admin.bearer })
    expect([data.statusCode, data.body.includes(email)]).toEqual([200, true])
    const promoted = await server.app.inject({ method: 'PUT', url: `/user/admin/${path}`, headers: admin.bearer })
    expect(promoted.json()).toEqual({ modifiedCount: 1 })
  },
)
