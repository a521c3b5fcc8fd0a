import type { Client } from '../outside/client.ts'

type State = 'none' | 'booked' | 'cancelled'

/** An appointment that a patient tried to book. */
export type Entry = {
  patient: Client
  date: string
  slot: string
  /** The states that it can be in after what the server said. The last one is what the patient asked for. */
  possible: [State, ...State[]]
  /** No call about it is under way. */
  isSettled?: boolean
}

/** Compares what patients were told about their appointments with what the server has. */
export async function compare(entries: Entry[], patients: Client[]) {
  const lists = await Promise.all(
    patients.map(async (patient) => (await patient.listAll()).map((found) => ({ ...found, email: patient.email }))),
  )
  const listed = lists.flat()
  const states = new Map<string, State>(
    listed.map((found) => [keyOf(found.email, found), found.cancelledAt ? 'cancelled' : 'booked']),
  )
  const compared = entries.map((entry) => {
    const key = keyOf(entry.patient.email, entry)
    return { key, possible: entry.possible, found: states.get(key) ?? 'none' }
  })
  return {
    /** The appointments that patients see now. */
    listed,
    /** Appointments in a state that contradicts the last answer about them. */
    wrong: compared.filter(({ possible, found }) => !possible.includes(found)),
    /** Appointments for which the server did what the patient asked for and the patient does not know. */
    unanswered: compared.filter(({ possible, found }) => possible.length > 1 && possible.at(-1) === found),
  }
}

function keyOf(email: string, { date, slot }: { date: string; slot: string }) {
  return `${email} on ${date} at ${slot}`
}
