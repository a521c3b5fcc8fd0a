import { Agent, request } from 'node:http'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Treatment } from '#contract/treatment.ts'
import { booking } from '#server/database/schema/booking.ts'
import { openTestApp, type TestApp } from '#server/testing/app.ts'

const requests = 500
const agent = new Agent({ keepAlive: true, maxSockets: 50 })
const slot = '08.00 AM - 08.30 AM'
const date = 'May 1, 2026'
let server: TestApp
let port: number

beforeAll(async () => {
  server = await openTestApp()
  port = Number(new URL(await server.app.listen({ port: 0, host: '127.0.0.1' })).port)
})
afterAll(async () => {
  agent.destroy()
  await server.close()
})

async function book(headers: Record<string, string>, body: object): Promise<{ status: number; body: unknown }> {
  return new Promise((resolve, reject) => {
    const options = { agent, port, host: '127.0.0.1', path: '/booking', method: 'POST' }
    request({ ...options, headers: { ...headers, 'content-type': 'application/json' } }, async (answer) =>
      resolve({ status: answer.statusCode ?? 0, body: JSON.parse(await text(answer)) }),
    )
      .on('error', reject)
      .end(JSON.stringify(body))
  })
}

it(`of ${requests} patients requesting one slot over 50 connections, one gets it and the others get slot-taken`, async () => {
  const [treatment]: Treatment[] = (await server.app.inject('/service')).json()
  const patients = await Promise.all(Array.from({ length: requests }, () => server.person()))
  const wanted = { treatmentId: treatment?._id, price: treatment?.price, date, slot, phone: '1' }

  const answers = await Promise.all(patients.map(({ email, bearer }) => book(bearer, { ...wanted, patient: email })))

  const winners = answers.filter(({ status }) => status === 201)
  const losers = answers.filter(({ status }) => status !== 201)
  expect(winners).toHaveLength(1)
  const slotTaken = { status: 409, body: { success: false, reason: 'slot-taken', booking: { date, slot } } }
  for (const loser of losers) expect(loser).toEqual(slotTaken)
  expect(await server.database.db.$count(booking)).toBe(1)
})
