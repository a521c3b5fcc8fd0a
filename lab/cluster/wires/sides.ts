import { setTimeout as sleep } from 'node:timers/promises'
import { addDays, clinicToday, formatMediumDate, type IsoDate } from '#contract/kit/time/clinic-date.ts'
import type { Offer } from '#contract/offer.ts'
import type { Treatment } from '#contract/treatment.ts'
import { isDone, isUncertain, type Sent, send } from '#server/testing/fault/answer.ts'
import { type Client, signInPatient, signUpPatient } from '#server/testing/outside/client.ts'
import { pay } from '../pay.ts'
import type { Call, Standing } from './history.ts'

/** An answer as people notice it. `side`: the place of the site that they used. Times in ms since the beginning. */
export type Noticed = {
  side: number
  call: string
  status: number
  start: number
  end: number
  age: number | undefined
}

/** An appointment that a patient knows of. `time`: of its dentist, in the history's words. */
type Own = { id: string; time: string; doctor: string; treatment: Wish; isPaid: boolean }

/** A treatment with a dentist who performs it. */
type Wish = { treatmentId: string; price: number; doctor: string; slots: string[] }

type Patient = { email: string; clients: Client[]; own: Own[] }

type Sides = {
  urls: readonly string[]
  wishes: Wish[]
  firstDay: IsoDate
  calls: Call[]
  noticed: Noticed[]
  elapsed: () => number
}

const daysToBook = 30
const [changeEveryMs, listEveryMs, timesEveryMs] = [900, 500, 250]

/** Lets patients book, move, cancel, pay and list their appointments through two sites of one clinic, each through
 *  both, and reads free times through each. All that they were told becomes a history. `origin`: of the clinic's pages.
 *  Each `round` has days of its own, which are free at first. */
export async function startSides(
  urls: readonly string[],
  { patients, origin, round }: { patients: number; origin: string; round: number },
) {
  const begunAt = performance.now()
  const first = urls[0] ?? ''
  const sides: Sides = {
    urls,
    wishes: await wishesAt(first),
    firstDay: addDays(clinicToday(new Date(), 'UTC'), 30 + round * daysToBook),
    calls: [],
    noticed: [],
    elapsed: () => performance.now() - begunAt,
  }
  const people: Patient[] = []
  for (let count = 0; count < patients; count += 1) people.push(await openPatient(urls, origin))
  let isOver = false
  const repeat = async (ms: number, act: (turn: number) => Promise<void>) => {
    await sleep(Math.random() * ms)
    for (let turn = 0; !isOver; turn += 1) {
      const actedAt = performance.now()
      await act(turn)
      await sleep(Math.max(0, ms * (0.5 + Math.random()) - (performance.now() - actedAt)))
    }
  }
  const loops = people.flatMap((patient) => [
    repeat(changeEveryMs, (turn) => changeOnce(sides, patient, turn % urls.length)),
    ...urls.map((_, side) => repeat(listEveryMs, () => listOnce(sides, patient, side))),
  ])
  const readers = urls.map((_, side) => repeat(timesEveryMs, () => readTimes(sides, people[0], side)))
  return {
    calls: sides.calls,
    noticed: sides.noticed,
    elapsed: sides.elapsed,
    /** Ends after the calls that are under way. */
    stop: async () => {
      isOver = true
      await Promise.all([...loops, ...readers])
    },
  }
}
export type RunningSides = Awaited<ReturnType<typeof startSides>>

async function openPatient(urls: readonly string[], origin: string): Promise<Patient> {
  const email = `${crypto.randomUUID()}@example.org`
  const [first = '', ...others] = urls
  const clients = [await signUpPatient(first, email, origin)]
  for (const url of others) clients.push(await signInPatient(url, email, origin))
  return { email, clients, own: [] }
}

async function wishesAt(url: string): Promise<Wish[]> {
  const read = async (path: string) => (await fetch(url + path)).json()
  const [{ treatments }, services] = [(await read('/offer')) as Offer, (await read('/service')) as Treatment[]]
  return treatments.flatMap(({ _id, price, doctorIds: [doctor] }) => {
    const slots = services.find((each) => each._id === _id)?.slots ?? []
    return doctor === undefined ? [] : [{ treatmentId: _id, price, doctor, slots }]
  })
}

function someTime({ firstDay }: Sides, { slots }: Wish) {
  const day = addDays(firstDay, Math.floor(Math.random() * daysToBook))
  const slot = slots[Math.floor(Math.random() * slots.length)] ?? ''
  return { date: formatMediumDate(day), slot }
}

const timeOf = ({ date, slot }: { date: string; slot: string }) => `${date} ${slot}`

async function changeOnce(sides: Sides, patient: Patient, side: number) {
  const chance = Math.random()
  const known = patient.own[Math.floor(Math.random() * patient.own.length)]
  if (!known || chance < 0.5) await bookOnce(sides, patient, side)
  else if (chance < 0.7) await moveOnce(sides, patient, { known, side })
  else if (chance < 0.85 && !known.isPaid) await cancelOnce(sides, patient, { known, side })
  else if (!known.isPaid) await payOnce(sides, patient, { known, side })
}

async function bookOnce(sides: Sides, patient: Patient, side: number) {
  const wish = sides.wishes[Math.floor(Math.random() * sides.wishes.length)]
  if (!wish) return
  const { treatmentId, price, doctor } = wish
  const at = someTime(sides, wish)
  const body = { treatmentId, price, doctor, ...at, patient: patient.email, phone: '+1 212 555 0100' }
  const { answer, ...times } = await note(sides, { call: 'book', side }, () =>
    send(clientOf(patient, side), 'POST', '/booking', body),
  )
  const outcome = outcomeOf(answer)
  if (!outcome) return
  const time = timeOf(at)
  sides.calls.push({ patient: patient.email, doctor, side, ...times, kind: 'book', to: time, outcome })
  if (outcome !== 'done') return
  const { _id: id } = (JSON.parse(answer.body) as { booking: { _id: string } }).booking
  patient.own.push({ id, time, doctor, treatment: wish, isPaid: false })
}

type Known = { known: Own; side: number }

async function moveOnce(sides: Sides, patient: Patient, { known, side }: Known) {
  const to = someTime(sides, known.treatment)
  if (timeOf(to) === known.time) return
  const body = { ...to, doctor: known.doctor }
  const { answer, ...times } = await note(sides, { call: 'move', side }, () =>
    send(clientOf(patient, side), 'PATCH', `/booking/${known.id}/time`, body),
  )
  const outcome = outcomeOf(answer)
  // The refusal reads the same if the patient has another appointment then.
  if (!outcome || outcome === 'taken') return
  const [at, time] = [known.time, timeOf(to)]
  sides.calls.push({
    ...{ patient: patient.email, doctor: known.doctor, side, ...times },
    ...{ kind: 'move', at, to: time, outcome },
  })
  if (outcome === 'done') known.time = time
  else if (outcome === 'unknown') forget(patient, known)
}

async function cancelOnce(sides: Sides, patient: Patient, { known, side }: Known) {
  forget(patient, known)
  const { answer, ...times } = await note(sides, { call: 'cancel', side }, () =>
    send(clientOf(patient, side), 'POST', `/booking/${known.id}/cancel`, { reason: 'ill' }),
  )
  const outcome = outcomeOf(answer)
  if (!outcome || outcome === 'taken') return void patient.own.push(known)
  sides.calls.push({
    ...{ patient: patient.email, doctor: known.doctor, side, ...times },
    ...{ kind: 'cancel', at: known.time, outcome },
  })
}

async function payOnce(sides: Sides, patient: Patient, { known, side }: Known) {
  const appointment = { id: known.id, price: known.treatment.price }
  const start = sides.elapsed()
  const told: Sent[] = []
  // What is paid stays where it is.
  forget(patient, known)
  const onAnswer = async (sent: Promise<Sent>) => {
    const { answer } = await note(sides, { call: 'pay', side }, () => sent)
    told.push(answer)
    return answer
  }
  let isCharged = false
  await pay(sides.urls[side] ?? '', clientOf(patient, side), appointment, onAnswer, () => {
    isCharged = true
  })
  const last = told.at(-1)
  // Without an answer the card may be charged all the same.
  if (!isCharged && !told.some(isUncertain)) return void patient.own.push(known)
  const outcome = isCharged && last && isDone(last) ? 'done' : 'unknown'
  const { time: at, doctor } = known
  sides.calls.push({
    ...{ patient: patient.email, doctor, side, start, end: sides.elapsed() },
    ...{ kind: 'pay', at, outcome },
  })
}

async function listOnce(sides: Sides, patient: Patient, side: number) {
  const { answer, ...times } = await note(sides, { call: 'list', side }, () =>
    send(clientOf(patient, side), 'GET', `/booking?patient=${patient.email}`),
  )
  if (!isDone(answer)) return
  const found = JSON.parse(answer.body) as { date: string; slot: string; paid?: boolean }[]
  const listed = new Map<string, Standing>(found.map((each) => [timeOf(each), each.paid ? 'paid' : 'booked']))
  sides.calls.push({ patient: patient.email, doctor: '', side, ...times, kind: 'list', listed })
}

async function readTimes(sides: Sides, patient: Patient | undefined, side: number) {
  if (!patient) return
  const date = formatMediumDate(addDays(sides.firstDay, Math.floor(Math.random() * daysToBook)))
  const path = `/available?date=${encodeURIComponent(date)}`
  await note(sides, { call: 'available', side }, () => send(clientOf(patient, side), 'GET', path))
}

function clientOf({ clients }: Patient, side: number): Client {
  const client = clients[side]
  if (!client) throw new Error(`there is no site ${side}`)
  return client
}

function forget(patient: Patient, known: Own) {
  patient.own = patient.own.filter((each) => each !== known)
}

/** Returns undefined if nothing was changed. */
function outcomeOf(answer: Sent): 'done' | 'taken' | 'unknown' | undefined {
  if (isDone(answer)) return 'done'
  if (isUncertain(answer)) return 'unknown'
  return answer.status === 409 && answer.body.includes('slot-taken') ? 'taken' : undefined
}

async function note(sides: Sides, { call, side }: { call: string; side: number }, act: () => Promise<Sent>) {
  const start = sides.elapsed()
  const answer = await act()
  const end = sides.elapsed()
  const age = answer.age === null ? undefined : Number(answer.age)
  sides.noticed.push({ side, call, status: answer.status, start, end, age })
  return { answer, start, end }
}
