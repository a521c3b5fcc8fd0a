import { setTimeout as sleep } from 'node:timers/promises'
import { formatMediumDate } from '#contract/kit/time/clinic-date.ts'
import { type Clinic, startClinic } from '../kit/clinic.ts'
import type { Lab } from '../kit/lab.ts'
import { type Figure, limitRow, type Row } from '../kit/report.ts'
import { summarize } from '../kit/rounds.ts'
import { startServer } from '../kit/server-process.ts'
import { bookingRequests, daySlots, plannedBooking } from '../kit/workload.ts'

const bookings = 250
const bookingsToPropagate = 50

/** Measures how long another instance on the same PostgreSQL offers a slot after it was booked, and whether the booking instance ever
 *  offers it again. */
export const propagation: Figure = {
  title: 'Time until every instance knows of a booking',
  method:
    'Two instances share one PostgreSQL; both have the day in their cache. Other instance: the time from the response to a booking until the other instance no longer offers the slot. Booking instance: 200 reads, each right after the response to a booking.',
  limitedBy:
    'one NOTIFY over the listening connection. An instance detects a lost connection within a second and serves nothing from its cache until it has reconnected.',
  measure,
}

async function measure(lab: Lab): Promise<Row[]> {
  const clinic = await startClinic(lab, 'PostgreSQL')
  const other = await startServer(lab, clinic.store)
  const delaysMs: number[] = []
  let staleReads = 0
  for (let n = 0; n < bookings; n += 1) {
    // Fills both caches before the booking.
    await Promise.all([offersSlot(clinic.server.origin, clinic, n), offersSlot(other.origin, clinic, n)])
    await book(clinic, n)
    const bookedAt = performance.now()
    if (n < bookingsToPropagate) {
      while (await offersSlot(other.origin, clinic, n)) await sleep(0)
      delaysMs.push(performance.now() - bookedAt)
    } else if (await offersSlot(clinic.server.origin, clinic, n)) staleReads += 1
  }
  await Promise.all([clinic.server.stop(), other.stop()])
  const reads = bookings - bookingsToPropagate
  return [
    limitRow('other instance', 'ms', 1_000, summarize(delaysMs)),
    {
      label: 'booking instance',
      target: '0 stale',
      result: `${staleReads} of ${reads} reads stale`,
      met: staleReads === 0,
    },
  ]
}

async function book({ server, tokens, treatments }: Clinic, n: number) {
  const [request] = bookingRequests(tokens, treatments, n, 1)
  const response = await fetch(`${server.origin}/booking`, { ...request })
  await response.arrayBuffer()
  if (response.status !== 201) throw new Error(`booking ${n}: POST /booking responded with ${response.status}`)
}

/** Whether the instance at `origin` offers the slot of planned booking `n`. */
async function offersSlot(origin: string, { treatments }: Clinic, n: number) {
  const planned = plannedBooking(n)
  const response = await fetch(`${origin}/available?date=${encodeURIComponent(formatMediumDate(planned.date))}`)
  const available = (await response.json()) as { _id: string; slots: string[] }[]
  const treatment = treatments[planned.treatment]
  const freeSlots = available.find(({ _id }) => _id === treatment?.id)?.slots ?? []
  return freeSlots.includes(daySlots[planned.slot] ?? '')
}
