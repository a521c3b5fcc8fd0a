import { formatSlot } from '#contract/kit/time/slot.ts'
import type { TestApp } from '#server/testing/app.ts'
import { openFormerLinks } from '#server/testing/former-link.ts'
import type { TestPayments } from '#server/testing/payment.ts'
import { type Clinic, type Outcome, type Person, starts, type Time } from './clinic.ts'

const hour = 3_600_000
/** Days between two runs, which share a clinic. */
const daysPerRun = 10

type Account = Awaited<ReturnType<TestApp['person']>>
type Answer = { statusCode: number; json: () => unknown }

/** The clinic's server, with the people of one run. `ids` and `intents` are those of the model's appointments, by their
 *  number. */
export type World = {
  server: TestApp
  pay: TestPayments
  people: Record<Exclude<Person, 'stranger'>, Account>
  treatments: { _id: string; name: string; price: number }[]
  ids: string[]
  intents: (string | undefined)[]
  dateOf: (time: Pick<Time, 'day'>) => string
  setClock: (clinic: Clinic) => void
}

/** Opens a clinic whose clock the runs set. @returns a function that starts run number `run` with new people on days of
 *  its own */
export function openWorlds(server: TestApp, pay: TestPayments, setNow: (now: Date) => void) {
  return async (run: number): Promise<World> => {
    const first = Date.UTC(2026, 0, 5 + run * daysPerRun)
    const [ann, bob, desk] = await Promise.all([
      server.person({ name: 'Ann' }),
      server.person({ name: 'Bob' }),
      server.person({ name: 'Dee', role: 'admin' }),
    ])
    const treatments = (await server.app.inject('/service')).json<World['treatments']>().slice(1, 3)
    return {
      ...{ server, pay, people: { ann, bob, desk }, treatments, ids: [], intents: [] },
      dateOf: ({ day }) =>
        new Date(first + day * 24 * hour).toLocaleDateString('en-US', { dateStyle: 'medium', timeZone: 'UTC' }),
      setClock: ({ now }) => setNow(new Date(first + now * hour)),
    }
  }
}

/** Sends a request as a person, or without a proof as a stranger. */
export async function send(
  { server, people }: World,
  who: Person,
  method: 'GET' | 'POST' | 'PATCH',
  url: string,
  payload?: object,
) {
  const headers = { origin: server.origin, ...(who !== 'stranger' && people[who].bearer) }
  return server.app.inject({ method, url, headers, ...(payload && { payload }) })
}

/** Returns what an answer says, in the model's terms. */
export function outcomeOf(answer: Answer): Outcome {
  const { statusCode: status } = answer
  if (status < 400 || [401, 403, 404].includes(status)) return { status, why: undefined }
  const { code, reason, errors } = answer.json() as { code?: string; reason?: string; errors?: object }
  return { status, why: code ?? reason ?? Object.keys(errors ?? {})[0] }
}

/** Returns the fields of a request for a time. */
export function timeFields({ dateOf }: World, time: Time) {
  const start = (starts[time.at] ?? 0) * 60
  return { date: dateOf(time), slot: formatSlot(start, start + 30) }
}

/** Returns the token of the link in the emails about an appointment. */
export function linkTokenOf(
  { server, people, ids }: World,
  appointment: { number: number; owner: keyof World['people'] },
) {
  const id = ids[appointment.number] ?? ''
  return openFormerLinks(server.secret).issue({ id, patientId: people[appointment.owner].patientId })
}
