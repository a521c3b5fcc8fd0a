import { setTimeout as sleep } from 'node:timers/promises'
import { addDays, clinicToday, formatMediumDate } from '#contract/kit/time/clinic-date.ts'
import type { Treatment } from '#contract/treatment.ts'
import { type Client, signUpPatient } from '../outside/client.ts'
import { type Answer, isDone, isRefused, isUncertain, send } from './answer.ts'
import { compare, type Entry } from './ledger.ts'

type Attempt = (call: Answer['call'], client: Client, method: string, path: string, body?: object) => Promise<Answer>

const pauseMs = 50
const days = 330

/** Lets `patients` new patients book, cancel every second appointment and read free times, without end. Start the
 *  server with BOOKING_MAX_UPCOMING=1000. */
export async function startWork(url: string, patients = 8) {
  const clients = await Promise.all(
    Array.from({ length: patients }, () => signUpPatient(url, `${crypto.randomUUID()}@example.org`)),
  )
  const treatments = (await clients[0]?.treatments()) ?? []
  const begunAt = performance.now()
  const elapsed = () => performance.now() - begunAt
  const answers: Answer[] = []
  const entries: Entry[] = []
  let isOver = false

  const attempt: Attempt = async (call, client, method, path, body) => {
    const sentAt = elapsed()
    const answer = await send(client, method, path, body)
    answers.push({ call, ...answer, ms: elapsed() - sentAt, at: elapsed() })
    if (!isDone(answer)) await sleep(pauseMs)
    return { call, ...answer, ms: elapsed() - sentAt, at: elapsed() }
  }
  const numbers = clients.map(() => 0)
  const work = async (patient: Client, place: number) => {
    while (!isOver) {
      const number = numbers[place] ?? 0
      numbers[place] = number + 1
      const wanted = chooseSlot(treatments, place, number)
      const entry: Entry = { patient, ...wanted, possible: ['none'] }
      entries.push(entry)
      await visit(attempt, wanted, entry, { cancels: number % 2 === 1, isOver: () => isOver })
      entry.isSettled = true
    }
  }
  let loops = clients.map(work)

  return {
    /** All answers since the work began or was resumed. */
    answers,
    /** The number of confirmed appointments and cancellations in `answers`. */
    confirmed: () => answers.filter((answer) => answer.call !== 'read' && isDone(answer)).length,
    /** The answers without success. */
    failures: () => answers.filter((answer) => !isDone(answer)),
    /** The number of milliseconds since the work began. */
    elapsed,
    /** Ends the work after the calls that are under way. */
    stop: async () => {
      isOver = true
      await Promise.all(loops)
    },
    /** Resumes work that has ended, and forgets its answers. */
    resume: () => {
      answers.length = 0
      isOver = false
      loops = clients.map(work)
    },
    /** What the patients know now about appointments for which no call is under way. */
    known: (): Entry[] => entries.filter(({ isSettled }) => isSettled).map((entry) => ({ ...entry })),
    /** Compares all that the patients were told, or what they knew at an earlier time, with the appointments that they
     *  see now. */
    compare: (known = entries) => compare(known, clients),
  }
}
export type Work = Awaited<ReturnType<typeof startWork>>

type Visit = { cancels: boolean; isOver: () => boolean }

async function visit(
  attempt: Attempt,
  wanted: ReturnType<typeof chooseSlot>,
  entry: Entry,
  { cancels, isOver }: Visit,
) {
  const { patient } = entry
  const book = () =>
    attempt('book', patient, 'POST', '/booking', { ...wanted, patient: patient.email, phone: '+1 212 555 0100' })
  await attempt('read', patient, 'GET', `/available?date=${encodeURIComponent(wanted.date)}`)
  let made = await book()
  while (isRefused(made) && !isOver()) made = await book()
  if (!isDone(made)) {
    if (isUncertain(made)) entry.possible = ['none', 'booked']
    return
  }
  entry.possible = ['booked']
  if (!cancels) return
  const { _id } = (JSON.parse(made.body) as { booking: { _id: string } }).booking
  const cancelled = await attempt('cancel', patient, 'POST', `/booking/${_id}/cancel`, { reason: 'ill' })
  if (isDone(cancelled)) entry.possible = ['cancelled']
  else if (isUncertain(cancelled)) entry.possible = ['booked', 'cancelled']
}

/** Returns a slot of its own for each number of each patient, so that only a fault keeps a patient from booking it. */
function chooseSlot(treatments: Treatment[], place: number, number: number) {
  const round = Math.floor(number / days)
  const treatment = treatments[(place + round) % treatments.length]
  const slot = treatment?.slots[(place + 5 * round) % treatment.slots.length]
  if (!treatment || !slot) throw new Error('the clinic has no treatments')
  const firstDay = addDays(clinicToday(new Date(), 'UTC'), 30)
  const date = formatMediumDate(addDays(firstDay, number % days))
  return { treatmentId: treatment._id, price: treatment.price, date, slot }
}
