import { setTimeout as sleep } from 'node:timers/promises'
import { formatMediumDate, type IsoDate } from '#contract/kit/time/clinic-date.ts'
import { type Clinic, openClinic } from '../lab/clinic.ts'
import type { Lab } from '../lab/lab.ts'
import { bookingRequests, nth } from '../lab/patients.ts'
import { type Figure, limitRow, type Row } from '../lab/report.ts'
import { spreadOf } from '../lab/rounds.ts'
import { startServer } from '../lab/server-process.ts'

const bookings = 250
const watchedElsewhere = 50

/** How long after the answer to a booking another instance on the same PostgreSQL goes on offering its slot, and whether the one that
 *  booked ever does. */
export const propagation: Figure = {
  title: 'How soon a booking is known',
  how: `Two instances on one PostgreSQL, both with the day in memory. From the answer to a booking on the one until the other no longer offers the slot; and 200 reads on the one that booked, each right after its answer.`,
  limits: `one notification over the connection that listens; a lost connection is noticed within a second, and until it is back nothing is answered from memory.`,
  measure: measureAll,
}

async function measureAll(lab: Lab): Promise<Row[]> {
  const clinic = await openClinic(lab, 'PostgreSQL')
  const other = await startServer(lab, clinic.place)
  const delays: number[] = []
  let stale = 0
  for (let n = 0; n < bookings; n += 1) {
    const booked = nth(n)
    const wanted = { date: booked.date, treatment: booked.treatment, slot: booked.slot }
    // Both have the day in memory before it changes.
    await Promise.all([offers(clinic.server.origin, clinic, wanted), offers(other.origin, clinic, wanted)])
    await book(clinic, n)
    const began = performance.now()
    if (n < watchedElsewhere) {
      while (await offers(other.origin, clinic, wanted)) await sleep(0)
      delays.push(performance.now() - began)
    } else if (await offers(clinic.server.origin, clinic, wanted)) stale += 1
  }
  await Promise.all([clinic.server.stop(), other.stop()])
  const reads = bookings - watchedElsewhere
  return [
    limitRow('another instance, median and range', 'ms', 1_000, spreadOf(delays)),
    {
      what: 'the instance that booked',
      wanted: '0 stale',
      got: `${stale} of ${reads} reads stale`,
      reached: stale === 0,
    },
  ]
}

async function book({ server, tokens, offers }: Clinic, n: number) {
  const [request] = bookingRequests(tokens, offers, n, 1)
  const answer = await fetch(`${server.origin}/booking`, { ...request })
  await answer.arrayBuffer()
  if (answer.status !== 201) throw new Error(`booking ${n} was answered ${answer.status}`)
}

async function offers(origin: string, clinic: Clinic, wanted: { date: IsoDate; treatment: number; slot: number }) {
  const answer = await fetch(`${origin}/available?date=${encodeURIComponent(formatMediumDate(wanted.date))}`)
  const treatments = (await answer.json()) as { _id: string; slots: string[] }[]
  const offer = clinic.offers[wanted.treatment]
  const free = treatments.find(({ _id }) => _id === offer?.id)?.slots ?? []
  return free.includes(offer?.slots[wanted.slot] ?? '')
}
