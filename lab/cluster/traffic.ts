import { setTimeout as sleep } from 'node:timers/promises'
import pLimit from 'p-limit'
import { addDays, clinicToday, formatMediumDate } from '#contract/kit/time/clinic-date.ts'
import type { Treatment } from '#contract/treatment.ts'
import { isDone, isUncertain, type Sent, send } from '#server/testing/fault/answer.ts'
import { compare, type Entry } from '#server/testing/fault/ledger.ts'
import { type Client, password, signUpPatient } from '#server/testing/outside/client.ts'
import { pay } from './pay.ts'

/** A call and how it was answered. `at`: when, in ms since the traffic began. `body`: only of a failure. `isOutdated`:
 *  the answer had an Age. */
export type Answered = {
  call: 'available' | 'list' | 'book' | 'cancel' | 'pay' | 'sign-in'
  status: number
  ms: number
  at: number
  isOutdated: boolean
  body: string
  isDone: boolean
  isUncertain: boolean
}

type Options = {
  patients: number
  /** The average time between two calls of a patient. */
  everyMs: number
}

type Traffic = {
  url: string
  treatments: Treatment[]
  answers: Answered[]
  entries: Entry[]
  /** Ids of the appointments whose card was charged, as the provider said. */
  charged: Set<string>
  /** Cookies of sign-ins that were confirmed. */
  sessions: string[]
  elapsed: () => number
  nextNumber: () => number
}

const days = 3_000
/** Patients look at the next weeks. */
const daysToRead = 60
const firstDay = addDays(clinicToday(new Date(), 'UTC'), 30)
const signUpsAtOnce = 8
const pollMs = 20
const signInEveryMs = 1_000

/** Lets new patients use the server without end: of twenty calls, sixteen read the free times of the next weeks, three
 *  list the patient's appointments, and one books. Of four appointments, one is cancelled and one is paid. Once a
 *  second a patient signs in again. Start the servers with BOOKING_MAX_UPCOMING=1000 and BOOKING_HORIZON_DAYS=3650. */
export async function startTraffic(url: string, { patients, everyMs }: Options) {
  const limit = pLimit(signUpsAtOnce)
  const newClient = () => signUpPatient(url, `${crypto.randomUUID()}@example.org`)
  const clients = await Promise.all(Array.from({ length: patients }, () => limit(newClient)))
  const treatments = (await clients[0]?.treatments()) ?? []
  const begunAt = performance.now()
  let numbers = 0
  const traffic: Traffic = {
    url,
    treatments,
    answers: [],
    entries: [],
    charged: new Set(),
    sessions: [],
    elapsed: () => performance.now() - begunAt,
    nextNumber: () => numbers++,
  }
  let isOver = false
  let gate = Promise.resolve()
  let active = 0
  const repeat = async (ms: number, act: (turn: number) => Promise<void>) => {
    for (let turn = 0; !isOver; turn += 1) {
      await gate
      const actedAt = performance.now()
      active += 1
      await act(turn)
      active -= 1
      // Spread, so that patients don't call at the same moment.
      await sleep(Math.max(0, ms * (0.5 + Math.random()) - (performance.now() - actedAt)))
    }
  }
  const loops = [
    ...clients.map((client, place) => repeat(everyMs, (turn) => callOnce(traffic, client, place + 7 * turn))),
    repeat(signInEveryMs, (turn) => signIn(traffic, clients[turn % clients.length])),
  ]
  return {
    answers: traffic.answers,
    elapsed: traffic.elapsed,
    charged: traffic.charged,
    sessions: traffic.sessions,
    /** The dates of the last appointments that were tried. */
    latestDates: (count: number) => [...new Set(traffic.entries.slice(-count).map(({ date }) => date))],
    /** Lets no more calls begin and waits for those under way. Returns a function that resumes the traffic. */
    pause: async () => {
      const { promise, resolve } = Promise.withResolvers<void>()
      gate = promise
      while (active > 0) await sleep(pollMs)
      return resolve
    },
    /** Ends the traffic after the calls that are under way. */
    stop: async () => {
      isOver = true
      await Promise.all(loops)
    },
    /** Compares what the patients were told about appointments with what they see now, and those that were paid with
     *  those that should be. */
    compare: async () => {
      const known = traffic.entries.filter(({ isSettled }) => isSettled).map((entry) => ({ ...entry }))
      const charged = [...traffic.charged]
      const { wrong, listed } = await compare(known, clients)
      const paid = new Set(listed.flatMap(({ _id, paid }) => (paid ? [_id] : [])))
      return { compared: known.length, wrong, unpaid: charged.filter((id) => !paid.has(id)) }
    },
  }
}
export type RunningTraffic = Awaited<ReturnType<typeof startTraffic>>

async function callOnce(traffic: Traffic, client: Client, turn: number) {
  const kind = turn % 20
  if (kind === 0) return bookOnce(traffic, client)
  if (kind > 3) await readTimes(traffic, client, dayOf(turn % daysToRead))
  else await note(traffic, 'list', send(client, 'GET', `/booking?patient=${client.email}`))
}

function readTimes(traffic: Traffic, client: Client, date: string) {
  return note(traffic, 'available', send(client, 'GET', `/available?date=${encodeURIComponent(date)}`))
}

async function bookOnce(traffic: Traffic, patient: Client) {
  const { entries } = traffic
  const number = traffic.nextNumber()
  const date = dayOf(number)
  const shown = await readTimes(traffic, patient, date)
  const wanted = chooseSlot(isDone(shown) ? JSON.parse(shown.body) : traffic.treatments, number, date)
  if (!wanted) return
  const entry: Entry = { patient, ...wanted, possible: ['none'] }
  entries.push(entry)
  const request = { ...wanted, patient: patient.email, phone: '+1 212 555 0100' }
  const made = await note(traffic, 'book', send(patient, 'POST', '/booking', request))
  if (isDone(made)) {
    entry.possible = ['booked']
    const { _id } = (JSON.parse(made.body) as { booking: { _id: string } }).booking
    if (number % 4 === 1) await cancel(traffic, patient, entry, _id)
    else if (number % 4 === 3) await payOnce(traffic, patient, { id: _id, price: wanted.price })
  } else if (isUncertain(made)) entry.possible = ['none', 'booked']
  entry.isSettled = true
}

/** Returns a free slot. Each number has its own day and treatment, up to the number of treatments times 3,000. A
 *  patient can have only one appointment for each treatment a day, and one at a time. */
function chooseSlot(treatments: readonly Treatment[], number: number, date: string) {
  const round = Math.floor(number / days)
  const treatment = treatments[round]
  if (!treatment) throw new Error('the traffic has booked all its slots')
  const slot = treatment.slots[Math.floor((round * treatment.slots.length) / treatments.length)]
  return slot && { treatmentId: treatment._id, price: treatment.price, date, slot }
}

async function cancel(traffic: Traffic, patient: Client, entry: Entry, id: string) {
  const answer = await note(traffic, 'cancel', send(patient, 'POST', `/booking/${id}/cancel`, { reason: 'ill' }))
  if (isDone(answer)) entry.possible = ['cancelled']
  else if (isUncertain(answer)) entry.possible = ['booked', 'cancelled']
}

async function payOnce(traffic: Traffic, patient: Client, appointment: { id: string; price: number }) {
  await pay(
    traffic.url,
    patient,
    appointment,
    (answer) => note(traffic, 'pay', answer),
    () => {
      traffic.charged.add(appointment.id)
    },
  )
}

async function signIn(traffic: Traffic, client: Client | undefined) {
  if (!client) return
  const { email } = client
  const answer = await note(traffic, 'sign-in', send(client, 'POST', '/api/auth/sign-in/email', { email, password }))
  if (isDone(answer) && answer.cookie) traffic.sessions.push(answer.cookie)
}

/** Waits for an answer and adds it to the list. */
async function note<Answer extends Sent>(traffic: Traffic, call: Answered['call'], sent: Promise<Answer>) {
  const sentAt = traffic.elapsed()
  const answer = await sent
  const at = traffic.elapsed()
  const { status, age } = answer
  const outcome = { isDone: isDone(answer), isUncertain: isUncertain(answer) }
  const body = outcome.isDone ? '' : answer.body
  traffic.answers.push({ call, status, ms: at - sentAt, at, isOutdated: age !== null, body, ...outcome })
  return answer
}

function dayOf(number: number): string {
  return formatMediumDate(addDays(firstDay, number % days))
}
