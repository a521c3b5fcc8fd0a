import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { formatMediumDate } from '#contract/kit/time/clinic-date.ts'
import { mail } from '#server/database/schema/mail.ts'
import { openTestApp, type TestApp } from '#server/testing/app.ts'
import { openTestPayments, type TestPayments } from '#server/testing/payment.ts'
import { freePort } from '#testbed/free-port.ts'

let server: TestApp
let pay: TestPayments
let port: number
beforeAll(async () => {
  port = await freePort()
  server = await openTestApp({ env: { METRICS_PORT: String(port), RATE_LIMIT: 'on' } })
  // An email that waits for 20 minutes already. No job sends it.
  const createdAt = new Date(Date.now() - 20 * 60_000)
  await server.database.db
    .insert(mail)
    .values({ id: randomUUID(), kind: 'verify-email', recipient: 'ann@example.org', details: {}, createdAt })
  pay = await openTestPayments(server)
})
afterAll(async () => {
  await pay.sandbox.close()
  await server.close()
})

const read = (path = '/metrics', init: RequestInit = {}) => fetch(`http://127.0.0.1:${port}${path}`, init)
const text = async () => (await read()).text()
const sampleOf = async (series: string) => {
  const line = (await text()).split('\n').find((each) => each.startsWith(`${series} `))
  return line === undefined ? undefined : Number(line.slice(series.length + 1))
}

it('serves /metrics on its own port only, and nothing else there', async () => {
  const answer = await read()
  expect([answer.status, await answer.text()]).toEqual([200, expect.stringContaining('# TYPE')])
  expect(answer.headers.get('content-type')).toContain('text/plain')
  expect((await read('/')).status).toBe(404)
  expect((await read('/metrics', { method: 'POST' })).status).toBe(405)
  // Not by a request: a busy machine would answer it with 503.
  expect(server.app.hasRoute({ method: 'GET', url: '/metrics' })).toBe(false)
})

it('counts requests by the pattern of their route, never by their address', async () => {
  const ann = await server.person()
  const url = `/booking?patient=${ann.email}`
  await server.app.inject({ url, headers: ann.bearer })
  await server.app.inject({ url: `/admin/${ann.email}`, headers: ann.bearer })
  await server.app.inject('/wp-login.php')
  const count = (route: string, status: string) =>
    sampleOf(`clinic_http_request_duration_seconds_count{method="GET",route="${route}",status="${status}"}`)
  expect(await count('/booking', '2xx')).toBe(1)
  expect(await count('/admin/:email', '2xx')).toBe(1)
  expect(await text()).not.toMatch(/@|wp-login/)
})

it('counts requests that a limit refuses', async () => {
  const send = async () => (await server.app.inject({ url: '/available/month', remoteAddress: '192.0.2.9' })).statusCode
  let statusCode = await send()
  while (statusCode !== 429) statusCode = await send()
  expect(await sampleOf('clinic_http_requests_refused_total{status="429"}')).toBe(1)
})

it('counts bookings and why they were refused, and payments', async () => {
  const ann = await server.person()
  const [treatment] = (await server.app.inject('/service')).json()
  const date = formatMediumDate('2026-03-12')
  const book = (price: number) =>
    server.app.inject({
      method: 'POST',
      url: '/booking',
      headers: ann.bearer,
      payload: {
        ...{ treatmentId: treatment._id, treatment: treatment.name, date, slot: '08.00 AM - 08.30 AM', price },
        ...{ patient: ann.email, patientName: 'Ann', phone: '1' },
      },
    })
  const refused = await book(treatment.price + 1)
  expect(refused.json()).toMatchObject({ reason: 'price-changed' })
  const made = await book(treatment.price)
  expect(made.statusCode).toBe(201)
  expect(await sampleOf('clinic_bookings_total{by="patient",outcome="booked"}')).toBe(1)
  expect(await sampleOf('clinic_bookings_total{by="patient",outcome="price-changed"}')).toBe(1)
  expect(await sampleOf('clinic_bookings_total{by="staff",outcome="booked"}')).toBe(0)

  const paid = await sampleOf('clinic_payments_settled_total')
  const id = await pay.book(ann)
  const intent = await pay.intentFor(ann, id)
  await pay.charge(intent)
  await pay.report(ann, id, intent)
  expect(await sampleOf('clinic_payments_settled_total')).toBe((paid ?? 0) + 1)
})

it('tells about the database, the jobs, the emails and the reconciliation', async () => {
  await expect
    .poll(() => sampleOf('clinic_reconciliation_last_success_timestamp_seconds'), { timeout: 60_000 })
    .toBeGreaterThan(Date.now() / 1_000 - 600)
  expect(await sampleOf('clinic_state_readable')).toBe(1)
  expect(await sampleOf('clinic_db_pool_connections')).toBeGreaterThan(0)
  expect(await sampleOf('clinic_db_query_duration_seconds_count{query="session_user"}')).toBeGreaterThan(0)
  expect(await sampleOf('clinic_jobs{queue="email",state="retrying"}')).toBe(0)
  expect(await sampleOf('clinic_job_runs_total{queue="payment-reconciliation",outcome="done"}')).toBeGreaterThan(0)
  expect(await sampleOf('clinic_unsent_emails')).toBeGreaterThan(0)
  expect(await sampleOf('clinic_unsent_email_oldest_age_seconds')).toBeGreaterThan(19 * 60)
  expect(await sampleOf('clinic_refunds_waiting')).toBe(0)
  expect(await sampleOf('clinic_http_event_streams')).toBe(0)
  expect(await sampleOf('clinic_data_disk_free_bytes')).toBeGreaterThan(0)
  expect(await sampleOf('process_resident_memory_bytes')).toBeGreaterThan(0)
})
