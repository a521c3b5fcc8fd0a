import { eq, inArray } from 'drizzle-orm'
import pLimit from 'p-limit'
import { pino } from 'pino'
import { afterEach, expect, inject, it } from 'vitest'
import type { AttentionItem, MovePlan } from '#contract/calendar/attention.ts'
import type { Calendar } from '#contract/calendar/calendar.ts'
import { addDays, formatMediumDate, type IsoDate } from '#contract/kit/time/clinic-date.ts'
import type { Treatment } from '#contract/treatment.ts'
import { openDatabase } from '#server/database/open-database.ts'
import { appointmentNotice, booking, patientCall } from '#server/database/schema/booking.ts'
import { mail } from '#server/database/schema/mail.ts'
import { signInDemoAdmin } from '#server/testing/demo-admin-calls.ts'
import { type Server, startServer } from '#server/testing/server-process.ts'

const engine = inject('engine')
// ATTENTION_COUNT=359 runs the long form.
const count = Number(process.env.ATTENTION_COUNT ?? 90)
const firstDay: IsoDate = '2030-03-04'
const dentist = 'Dr. Ingrid Solheim'

type Admin = Awaited<ReturnType<typeof signInDemoAdmin>>

let server: Server | undefined
afterEach(() => server?.stop())

const emailOf = (n: number) => `patient-${n}@example.org`
const isByPhone = (n: number) => n % 5 === 0

/** Books appointments with the only dentist of a treatment on the days from the first one on. Every fifth patient has
 *  no email. Returns their ids and the last day. */
async function bookAll(admin: Admin, doctorId: string, treatment: Treatment) {
  const ids: string[] = []
  let day = firstDay
  const atOnce = pLimit(8)
  while (ids.length < count) {
    const date = formatMediumDate(day)
    const free = await admin.get<Treatment[]>(`/available?date=${encodeURIComponent(date)}`)
    const slots = (free.find(({ _id }) => _id === treatment._id)?.slots ?? []).slice(0, count - ids.length)
    const first = ids.length
    const made = slots.map((slot, n) =>
      atOnce(async () => {
        const number = first + n
        const contact = isByPhone(number) ? {} : { email: emailOf(number) }
        const patient = { name: `Patient ${number}`, phone: `+1 212 555 ${1000 + number}`, ...contact }
        const wish = {
          patient,
          treatmentId: treatment._id,
          doctor: doctorId,
          date,
          slot,
          requestId: crypto.randomUUID(),
        }
        const { booking: booked } = await admin.post<{ booking?: { _id: string } }>('/desk/appointments', wish)
        if (!booked) throw new Error(`${date} ${slot} was not booked`)
        return booked._id
      }),
    )
    ids.push(...(await Promise.all(made)))
    day = addDays(day, 1)
  }
  return { ids, lastDay: addDays(day, -1) }
}

/** Moves what needs attention, twenty at a time, until nothing does. `onMoved` hears how many each answer moved. */
async function emptyList(admin: Admin, onMoved: (moved: number) => Promise<void>) {
  for (;;) {
    const items = await admin.get<AttentionItem[]>('/calendar/attention')
    if (items.length === 0) return
    const some = items.slice(0, 20)
    const plan = await admin.post<MovePlan>('/calendar/attention/plan', { ids: some.map(({ _id }) => _id) })
    const appointments = some.flatMap(({ _id, date, slot }) => {
      const to = plan.find((each) => each._id === _id)?.to
      return to ? [{ _id, date, slot, to: { date: to.date, slot: to.slot, doctor: to.doctor?._id } }] : []
    })
    const { results } = await admin.post<{ results: { done: boolean }[] }>('/calendar/attention', {
      ...{ action: 'move', appointments, message: 'Your dentist is ill. We are sorry.' },
    })
    await onMoved(results.filter(({ done }) => done).length)
  }
}

it('of the appointments that two desks move while the server is killed, each is moved once and each patient told once', async () => {
  server = await startServer({
    databaseServer: engine.kind === 'postgres' ? engine.url : undefined,
    env: { DEMO: 'on', BOOKING_HORIZON_DAYS: '3650' },
  })
  const running = server
  const admin = await signInDemoAdmin(running.url)
  const { doctors, version } = await admin.get<Calendar>('/calendar')
  const doctor = doctors.find(({ name }) => name === dentist)
  const treatments = await admin.get<Treatment[]>('/service')
  const treatment = treatments.find(({ name }) => name === doctor?.specialty)
  if (!doctor || !treatment) throw new Error(`${dentist} is missing`)
  const { ids, lastDay } = await bookAll(admin, doctor._id, treatment)
  const absence = { firstDay: formatMediumDate(firstDay), lastDay: formatMediumDate(lastDay), note: 'Ill' }
  const change = { kind: 'add-absence', doctorId: doctor._id, absence }
  expect(await admin.post('/calendar/availability', { version, change })).toMatchObject({ attention: { count } })

  let moved = 0
  let killed: Promise<unknown> | undefined
  const killInTheMiddle = async (done: number) => {
    moved += done
    if (moved >= count / 6 && !killed) killed = running.kill('SIGKILL')
    await killed
  }
  const isCut = (work: Promise<void>) => work.then(() => false).catch(() => true)
  // The same person at two desks.
  const cut = await Promise.all([isCut(emptyList(admin, killInTheMiddle)), isCut(emptyList(admin, killInTheMiddle))])
  expect(cut).toEqual([true, true])

  await running.restart()
  const again = await signInDemoAdmin(running.url)
  const nothing = async () => undefined
  await Promise.all([emptyList(again, nothing), emptyList(again, nothing)])
  await running.kill('SIGTERM')
  const { databaseUrl, dataDir } = running
  const { db, close } = await openDatabase({ databaseUrl, dataDir }, pino({ level: 'silent' }))
  const bookings = await db.select().from(booking).where(inArray(booking.id, ids))
  const notices = await db.select().from(appointmentNotice).where(eq(appointmentNotice.kind, 'moved'))
  const calls = await db.select().from(patientCall)
  const emails = await db.select().from(mail).where(eq(mail.kind, 'appointment-moved'))
  await close()

  expect(bookings.filter(({ sequence, date }) => sequence !== 1 || date <= lastDay)).toEqual([])
  const idsOf = (rows: { bookingId: string }[]) => rows.map(({ bookingId }) => bookingId).toSorted()
  expect(idsOf(notices)).toEqual(ids.toSorted())
  expect(idsOf(calls)).toEqual(ids.filter((_, n) => isByPhone(n)).toSorted())
  // What waits when the server ends is sent by the next one, once.
  const sent = emails.map(({ recipient }) => recipient)
  const waiting = notices.filter(({ doneAt }) => doneAt === null).map(({ bookingId }) => bookingId)
  const unsent = bookings.filter(({ id }) => waiting.includes(id)).map(({ patient }) => patient)
  expect([...sent, ...unsent.filter((address) => address !== '')].toSorted()).toEqual(
    ids.flatMap((_, n) => (isByPhone(n) ? [] : [emailOf(n)])).toSorted(),
  )
}, 240_000)
