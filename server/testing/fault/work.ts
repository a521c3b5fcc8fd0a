import { setTimeout as sleep } from 'node:timers/promises'
import { addDays, clinicToday, formatMediumDate } from '#contract/kit/time/clinic-date.ts'
import { type Client, signUpPatient } from '../outside/client.ts'

/** A call that was not answered with success. `status` 0: no answer. `at`: when it was answered, in ms since the work began. */
export type Failure = { call: 'book' | 'cancel' | 'read'; status: number; body: string; ms: number; at: number }

/** What a server confirmed to its patients. */
type Confirmed = { patient: Client; state: 'booked' | 'cancelled'; at: number }

const hangMs = 60_000
const pauseMs = 20

/** Lets `patients` new patients book, cancel every second appointment and read free times, without end. Start the server with
 *  BOOKING_MAX_UPCOMING=1000. */
export async function startWork(url: string, patients = 8) {
  const clients = await Promise.all(
    Array.from({ length: patients }, () => signUpPatient(url, `${crypto.randomUUID()}@example.org`)),
  )
  const treatments = (await clients[0]?.treatments()) ?? []
  const starts = treatments.flatMap(({ _id, price, slots }) => slots.map((slot) => ({ treatmentId: _id, price, slot })))
  const firstDay = addDays(clinicToday(new Date(), 'UTC'), 30)
  const begunAt = performance.now()
  const confirmed = new Map<string, Confirmed>()
  const failures: Failure[] = []
  let isOver = false
  let next = 0

  const attempt = async (call: Failure['call'], client: Client, method: string, path: string, body?: object) => {
    const sentAt = performance.now()
    const answer = await client.send(method, path, body, hangMs).catch(() => undefined)
    const text = (await answer?.text().catch(() => undefined)) ?? ''
    const now = performance.now()
    if (answer?.ok && text) return text
    failures.push({ call, status: answer?.status ?? 0, body: text, ms: now - sentAt, at: now - begunAt })
    await sleep(pauseMs)
    return undefined
  }
  const workOn = async (patient: Client) => {
    while (!isOver) {
      const number = next++
      const date = formatMediumDate(addDays(firstDay, Math.floor(number / starts.length)))
      const wanted = { ...starts[number % starts.length], date, patient: patient.email, phone: '+1 212 555 0100' }
      await attempt('read', patient, 'GET', `/available?date=${encodeURIComponent(date)}`)
      const made = await attempt('book', patient, 'POST', '/booking', wanted)
      if (made === undefined) continue
      const id = (JSON.parse(made) as { booking: { _id: string } }).booking._id
      confirmed.set(id, { patient, state: 'booked', at: performance.now() - begunAt })
      if (number % 2 === 0) continue
      const cancelled = await attempt('cancel', patient, 'POST', `/booking/${id}/cancel`, { reason: 'ill' })
      // Without an answer, nobody knows whether it is cancelled.
      if (cancelled === undefined) confirmed.delete(id)
      else confirmed.set(id, { patient, state: 'cancelled', at: performance.now() - begunAt })
    }
  }
  const loops = clients.map(workOn)

  return {
    confirmed,
    failures,
    /** The number of milliseconds since the work began. */
    elapsed: () => performance.now() - begunAt,
    /** Ends the work after the calls that are under way. */
    stop: async () => {
      isOver = true
      await Promise.all(loops)
    },
    /** Returns the ids of confirmed appointments and cancellations that the server no longer has, as their patients see them. */
    lost: async (): Promise<string[]> => {
      const lists = await Promise.all(clients.map(({ listAll }) => listAll()))
      const found = new Map(lists.flat().map(({ _id, cancelledAt }) => [_id, cancelledAt ? 'cancelled' : 'booked']))
      return [...confirmed].filter(([id, { state }]) => found.get(id) !== state).map(([id]) => id)
    },
  }
}
