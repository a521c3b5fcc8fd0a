import { Agent, request } from 'node:http'
import { formatCount } from '#contract/kit/text/count.ts'
import { addDays, clinicToday, formatMediumDate } from '#contract/kit/time/clinic-date.ts'
import type { Row } from '../kit/report.ts'

/** A signed-in patient. No two connections should share one. */
export type Patient = { email: string; authorization: string }
/** As `GET /service` lists it. */
export type Treatment = { _id: string; price: number; slots: string[] }

/** A closed loop: each of `connections` sends its next request when the last one is answered. `from` is the number of
 *  the first booking: two loops with far numbers book different times. With `spread` each request comes from another
 *  address, as a proxy reports it. */
export type Mix = {
  origin: string
  publicUrl: string
  connections: number
  seconds: number
  patients: Patient[]
  treatments: Treatment[]
  from?: number
  spread?: boolean
  /** Of twenty requests, how many book and how many list; the others read free times. */
  shares?: { book: number; list: number }
}

export const kinds = ['available', 'list', 'book', 'cancel'] as const
type Kind = (typeof kinds)[number]

/** Answers of a kind. Times in ms, of those with the expected status. `refused`: 503 with Retry-After. */
type KindResult = { count: number; p50: number; p99: number; refused: number; errors: Record<string, number> }
/** `perSecond` counts the answers with the expected status. */
export type MixResult = { perSecond: number; errors: number; refused: number; kinds: Record<Kind, KindResult> }

type Answer = { status: number; body: string; ms: number; retryAfter: string | undefined }
type Sent = { kind: Kind; answer: Answer | string }

const days = 3_000
const expected: Record<Kind, number> = { available: 200, list: 200, book: 201, cancel: 200 }
const firstDay = addDays(clinicToday(new Date(), 'UTC'), 30)
let addresses = 0

/** Sends a mix of requests, by default 80 % free times, 15 % own appointments and 5 % bookings, each with its
 *  cancellation. */
export async function runMix(mix: Mix): Promise<MixResult> {
  const agent = new Agent({ keepAlive: true, maxSockets: mix.connections })
  const sent: Sent[] = []
  const startedAt = performance.now()
  const until = startedAt + mix.seconds * 1_000
  const { book, list } = mix.shares ?? { book: 1, list: 3 }
  let next = 0
  const loop = async (connection: number) => {
    while (performance.now() < until) {
      const number = next++
      // A prime step, so that the kinds don't come in blocks.
      const turn = (number * 7) % 20
      if (turn < book) await bookAndCancel(mix, agent, connection, number, sent)
      else if (turn < book + list) sent.push(await listOwn(mix, agent, connection))
      else sent.push(await readTimes(mix, agent, number))
    }
  }
  await Promise.all(Array.from({ length: mix.connections }, (_, connection) => loop(connection)))
  const seconds = (performance.now() - startedAt) / 1_000
  agent.destroy()
  return summarize(sent, seconds)
}

async function readTimes(mix: Mix, agent: Agent, number: number): Promise<Sent> {
  const date = encodeURIComponent(formatMediumDate(addDays(firstDay, number % 30)))
  return { kind: 'available', answer: await send(mix, agent, 'GET', `/available?date=${date}`) }
}

async function listOwn(mix: Mix, agent: Agent, connection: number): Promise<Sent> {
  const patient = patientOf(mix, connection)
  const answer = await send(mix, agent, 'GET', `/booking?patient=${patient.email}`, patient)
  return { kind: 'list', answer }
}

async function bookAndCancel(mix: Mix, agent: Agent, connection: number, number: number, sent: Sent[]) {
  const patient = patientOf(mix, connection)
  const wanted = (mix.from ?? 0) + number
  const starts = mix.treatments.flatMap(({ _id, price, slots }) => slots.map((slot) => ({ _id, price, slot })))
  const start = starts[wanted % starts.length]
  const day = Math.floor(wanted / starts.length) % days
  const answer = await send(mix, agent, 'POST', '/booking', patient, {
    treatmentId: start?._id,
    price: start?.price,
    date: formatMediumDate(addDays(firstDay, day)),
    slot: start?.slot,
    patient: patient.email,
    phone: '+1 212 555 0100',
  })
  sent.push({ kind: 'book', answer })
  if (typeof answer === 'string' || answer.status !== expected.book) return
  const { booking } = JSON.parse(answer.body) as { booking: { _id: string } }
  // A day that fills up would refuse later bookings.
  const cancelled = await send(mix, agent, 'POST', `/booking/${booking._id}/cancel`, patient, { reason: 'other' })
  sent.push({ kind: 'cancel', answer: cancelled })
}

function patientOf({ patients }: Mix, connection: number): Patient {
  const patient = patients[connection % patients.length]
  if (!patient) throw new Error('the mix needs patients')
  return patient
}

/** Sends a request. Returns the code of an error of the connection, or the answer. */
function send(mix: Mix, agent: Agent, method: string, path: string, patient?: Patient, body?: object) {
  const startedAt = performance.now()
  const payload = body && JSON.stringify(body)
  const headers = {
    origin: mix.publicUrl,
    ...(patient && { authorization: patient.authorization }),
    ...(payload && { 'content-type': 'application/json', 'content-length': Buffer.byteLength(payload) }),
    ...(mix.spread && { 'x-forwarded-for': nextAddress() }),
  }
  return new Promise<Answer | string>((resolve) => {
    const outgoing = request(mix.origin + path, { agent, method, headers }, (incoming) => {
      let text = ''
      incoming.setEncoding('utf8').on('data', (part) => {
        text += part
      })
      incoming.once('end', () => {
        const { statusCode: status = 0, headers: got } = incoming
        resolve({ status, body: text, ms: performance.now() - startedAt, retryAfter: got['retry-after'] })
      })
      incoming.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? 'aborted'))
    })
    outgoing.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message))
    outgoing.end(payload)
  })
}

function nextAddress() {
  addresses += 1
  return `10.${(addresses >> 16) & 255}.${(addresses >> 8) & 255}.${addresses & 255}`
}

function summarize(sent: Sent[], seconds: number): MixResult {
  const results = kinds.map((kind) => [kind, summarizeKind(kind, sent)] as const)
  const sum = (read: (result: KindResult) => number) => results.reduce((all, [, result]) => all + read(result), 0)
  return {
    perSecond: sum(({ count }) => count) / seconds,
    refused: sum(({ refused }) => refused),
    errors: sum(({ errors }) => Object.values(errors).reduce((all, some) => all + some, 0)),
    // The type of Object.fromEntries does not keep the names.
    kinds: Object.fromEntries(results) as Record<Kind, KindResult>,
  }
}

function summarizeKind(kind: Kind, sent: Sent[]): KindResult {
  const result: KindResult = { count: 0, p50: Number.NaN, p99: Number.NaN, refused: 0, errors: {} }
  const times: number[] = []
  for (const { answer } of sent.filter((each) => each.kind === kind)) {
    const failure = typeof answer === 'string' ? answer : String(answer.status)
    if (typeof answer !== 'string' && answer.status === expected[kind]) times.push(answer.ms)
    else if (typeof answer !== 'string' && answer.status === 503 && answer.retryAfter) result.refused += 1
    else result.errors[failure] = (result.errors[failure] ?? 0) + 1
  }
  times.sort((one, other) => one - other)
  return { ...result, count: times.length, p50: percentile(times, 0.5), p99: percentile(times, 0.99) }
}

/** Returns a percentile of sorted values. */
function percentile(sorted: number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}

/** Reports a mix: its answers and what failed, and its times. With `mayRefuse` early refusals are no failures. */
export function mixRows(label: string, result: MixResult, { mayRefuse = false } = {}): Row[] {
  const { perSecond, errors, refused, kinds: of } = result
  const failures = kinds.flatMap((kind) =>
    Object.entries(of[kind].errors).map(([what, count]) => `${count} ${kind} ${what}`),
  )
  const counts = [`${formatCount(refused)} early refusals`, `${formatCount(errors)} errors`, ...failures]
  const times = kinds.map((kind) => `${kind} ${of[kind].p50.toFixed(0)} and ${of[kind].p99.toFixed(0)}`).join('; ')
  return [
    {
      label: `${label}: answers`,
      target: mayRefuse ? '0 errors' : '0 errors or refusals',
      result: `${formatCount(Math.round(perSecond))}/s, ${counts.join(', ')}`,
      met: errors === 0 && (mayRefuse || refused === 0),
    },
    { label: `${label}: p50 and p99 in ms`, target: '', result: times },
  ]
}
