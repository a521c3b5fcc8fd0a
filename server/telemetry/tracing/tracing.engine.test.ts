import { afterEach, expect, it } from 'vitest'
import { formatMediumDate } from '#contract/kit/time/clinic-date.ts'
import { otlpReceiver, type ReceivedSpan } from '#server/telemetry/testing/otlp-receiver.ts'
import { openTestApp, type TestApp } from '#server/testing/app.ts'

const ending: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const end of ending.splice(0).reverse()) await end()
})

async function startTraced() {
  const receiver = await otlpReceiver()
  ending.push(receiver.stop)
  const server = await openTestApp({ env: { OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url } })
  let isOpen = true
  // Closing sends what is left.
  const close = async () => {
    if (isOpen) await server.close()
    isOpen = false
  }
  ending.push(close)
  return { ...server, receiver, close }
}

async function book({ app, person }: TestApp) {
  const ann = await person({ name: 'Annabel Able' })
  const [treatment] = (await app.inject('/service')).json()
  const answer = await app.inject({
    method: 'POST',
    url: '/booking?from=annabel',
    headers: ann.bearer,
    payload: {
      ...{ treatmentId: treatment._id, treatment: treatment.name, price: treatment.price },
      ...{ date: formatMediumDate('2026-03-12'), slot: '08.00 AM - 08.30 AM' },
      ...{ patient: ann.email, patientName: ann.name, phone: '555-0199' },
    },
  })
  expect(answer.statusCode).toBe(201)
  return { ann, requestId: answer.headers['x-request-id'] }
}

const attributesOf = ({ attributes }: ReceivedSpan) =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]))

it('sends a trace of a booking with its queries, and nothing personal', async () => {
  const server = await startTraced()
  const { ann, requestId } = await book(server)
  await server.app.inject({ url: `/booking?patient=${ann.email}`, headers: ann.bearer })
  await server.app.inject({ url: `/admin/${ann.email}`, headers: ann.bearer })
  await server.close()

  const spans = server.receiver.spans()
  const request = spans.find(({ name }) => name === 'POST /booking')
  if (!request) throw new Error('no span of the booking')
  expect(attributesOf(request)).toEqual({
    'http.request.method': 'POST',
    'http.route': '/booking',
    'http.response.status_code': 201,
    'clinic.request_id': requestId,
  })
  const ids = new Set(spans.filter(({ traceId }) => traceId === request.traceId).map(({ spanId }) => spanId))
  const queries = spans.filter(({ traceId, name }) => traceId === request.traceId && name.startsWith('query '))
  expect(queries.length).toBeGreaterThan(0)
  expect(queries.every(({ parentSpanId }) => parentSpanId && ids.has(parentSpanId))).toBe(true)

  const sent = server.receiver.raw().toLowerCase()
  const personal = [ann.email, 'annabel', '555-0199', ann.userId, ann.token, 'bearer', 'patient=']
  expect(personal.filter((word) => sent.includes(word.toLowerCase()))).toEqual([])
})

it('sends no text of a failed request or query', async () => {
  const server = await startTraced()
  server.app.get('/broken/:email', async () => {
    await server.database.executeSql("SELECT * FROM nowhere WHERE email = 'ann@example.org'")
  })
  await server.app.inject('/broken/ann@example.org')
  await server.close()
  const failed = server.receiver.spans().filter(({ name }) => name === 'GET /broken/:email' || name === 'query select')
  expect(failed.length).toBeGreaterThan(1)
  expect(server.receiver.raw()).not.toMatch(/ann@|nowhere|exception|stack/)
})

it('ignores a trace that a client names', async () => {
  const server = await startTraced()
  const traceId = 'a'.repeat(32)
  await server.app.inject({ url: '/service', headers: { traceparent: `00-${traceId}-${'b'.repeat(16)}-01` } })
  await server.close()
  expect(server.receiver.spans().length).toBeGreaterThan(0)
  expect(server.receiver.raw()).not.toContain(traceId)
})
