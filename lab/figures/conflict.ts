import { type Clinic, deleteBookings, startClinic } from '../kit/clinic.ts'
import { type Engine, measureOnEachEngine } from '../kit/data-store.ts'
import type { Lab } from '../kit/lab.ts'
import { type Figure, formatRate, type Row, ratioRow } from '../kit/report.ts'
import { measureInterleaved, summarize, summarizeRatios } from '../kit/rounds.ts'
import { bookingRequests } from '../kit/workload.ts'
import { responsesPerSecond } from '../load/load.ts'
import { bookFreeSlots, connections } from './booking.ts'

// Far beyond the planned bookings that lab/figures/booking.ts reaches.
const taken = { from: 250_000, count: 200 }
const otherPatient = 500

/** Measures rejected bookings per second against successful ones. */
export const conflict: Figure = {
  title: 'Rejected bookings compared with successful bookings',
  method:
    'Every rejection must be 409. Slot taken: another patient has booked the slot. Own conflict: the patient requests a booking that they already have.',
  limitedBy:
    'a second statement. After the insert finds a conflict, a query looks up which rule it violated. A rejection writes and syncs nothing.',
  measure: (lab) => measureOnEachEngine((engine) => measure(lab, engine)),
}

async function measure(lab: Lab, engine: Engine): Promise<Row[]> {
  const clinic = await startClinic(lab, engine)
  const bookRound = bookFreeSlots(lab, clinic)
  const rates = await measureInterleaved(3, {
    success: async () => {
      await deleteBookings(clinic.store)
      const rate = await bookRound()
      await takeSlots(clinic)
      return rate
    },
    slotTaken: () => rejectionsPerSecond(lab, clinic, otherPatient),
    ownConflict: () => rejectionsPerSecond(lab, clinic, 0),
  })
  await clinic.server.stop()
  const row = (label: string, rate: number[]) => {
    const details = `${formatRate(summarize(rate))} of ${formatRate(summarize(rates.success))}`
    return ratioRow(`${engine}: ${label}`, 1, summarizeRatios(rate, rates.success), details)
  }
  return [row('slot taken by another patient', rates.slotTaken), row("the patient's own conflict", rates.ownConflict)]
}

// `deleteBookings` does nothing on PGlite: from the second round on, the slots are still taken there and the response is 409.
async function takeSlots({ server, tokens, treatments }: Clinic) {
  const requests = bookingRequests(tokens, treatments, taken.from, taken.count)
  const bookings = requests.map(async ({ path, ...request }) => {
    const response = await fetch(server.origin + path, request)
    await response.arrayBuffer()
    if (response.status !== 201 && response.status !== 409) {
      throw new Error(`POST /booking responded with ${response.status}, expected 201 or 409`)
    }
  })
  await Promise.all(bookings)
}

function rejectionsPerSecond(lab: Lab, { server, tokens, treatments }: Clinic, patientOffset: number): Promise<number> {
  const requests = bookingRequests(tokens, treatments, taken.from, taken.count, patientOffset)
  return responsesPerSecond(lab, 409, {
    origin: server.origin,
    connections,
    requests,
    seconds: 3,
    warmUp: 0.7,
  })
}
