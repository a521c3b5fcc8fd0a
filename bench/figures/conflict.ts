import { type Clinic, emptyBookings, openClinic } from '../lab/clinic.ts'
import type { Lab } from '../lab/lab.ts'
import { answersPerSecond } from '../lab/load/load.ts'
import { bookingRequests } from '../lab/patients.ts'
import { type Engine, onEachEngine } from '../lab/place.ts'
import { type Figure, type Row, rate, ratioRow } from '../lab/report.ts'
import { inTurn, ratios, spreadOf } from '../lab/rounds.ts'
import { bookAll, connections } from './booking.ts'

// Far from the days that bench/booking.ts gets to.
const taken = { from: 250_000, count: 200 }
const someoneElse = 500

/** Refused bookings per second against successful ones: the slot is somebody else's, or the patient has one that day. */
export const conflict: Figure = {
  title: 'Refused bookings against successful ones',
  how: `All refusals must be 409. Slot taken: it belongs to another patient. Own clash: the patient asks for the very booking that he or she has.`,
  limits: `a refusal is one statement more than a success, the insert that found something in its way and the question what it was, but nothing is written or synced.`,
  measure: (lab) => onEachEngine((engine) => measure(lab, engine)),
}

async function measure(lab: Lab, engine: Engine): Promise<Row[]> {
  const clinic = await openClinic(lab, engine)
  const book = bookAll(lab, clinic)
  const rates = await inTurn(3, {
    success: async () => {
      await emptyBookings(clinic.place)
      const rate = await book()
      await takeSlots(clinic)
      return rate
    },
    taken: () => refused(lab, clinic, someoneElse),
    own: () => refused(lab, clinic, 0),
  })
  await clinic.server.stop()
  const row = (what: string, of: number[]) => {
    const beside = `${rate(spreadOf(of))} of ${rate(spreadOf(rates.success))}`
    return ratioRow(`${engine}: ${what}`, 1, ratios(of, rates.success), beside)
  }
  return [row('slot taken by somebody else', rates.taken), row("the patient's own clash", rates.own)]
}

// On PGlite they are still there from the round before: then there is nothing to take.
async function takeSlots({ server, tokens, offers }: Clinic) {
  const taking = bookingRequests(tokens, offers, taken.from, taken.count).map(async ({ path, ...request }) => {
    const answer = await fetch(server.origin + path, request)
    await answer.arrayBuffer()
    if (answer.status !== 201 && answer.status !== 409) throw new Error(`a slot could not be taken: ${answer.status}`)
  })
  await Promise.all(taking)
}

function refused(lab: Lab, { server, tokens, offers }: Clinic, shift: number): Promise<number> {
  const requests = bookingRequests(tokens, offers, taken.from, taken.count, shift)
  return answersPerSecond(lab, 409, {
    origin: server.origin,
    connections,
    requests,
    seconds: 3,
    warmUp: 0.7,
  })
}
