import pLimit from 'p-limit'
import { pino } from 'pino'
import { afterEach, expect, inject, it } from 'vitest'
import type { Calendar } from '#contract/calendar/calendar.ts'
import { addDays, formatMediumDate } from '#contract/kit/time/clinic-date.ts'
import type { Treatment } from '#contract/treatment.ts'
import { openDatabase } from '#server/database/open-database.ts'
import { booking } from '#server/database/schema/booking.ts'
import { signInDemoAdmin } from '#server/testing/demo-admin-calls.ts'
import { type Server, startServer } from '#server/testing/server-process.ts'

const engine = inject('engine')
const confirmedBeforeTheCrash = 100

let server: Server | undefined
afterEach(() => server?.stop())

it('of 200 changes of the rules and bookings at once, no confirmed one is lost by a kill -9 in the middle', async () => {
  server = await startServer({
    databaseServer: engine.kind === 'postgres' ? engine.url : undefined,
    env: { DEMO: 'on', BOOKING_HORIZON_DAYS: '3650', BOOKING_MAX_UPCOMING: '1000' },
  })
  const { url } = server
  const admin = await signInDemoAdmin(url)
  const readCalendar = () => admin.get<Calendar>('/calendar')
  const treatments = (await (await fetch(`${url}/service`)).json()) as Treatment[]
  const bookings = new Set<string>()
  const chairs = new Set<string>()
  let alive = true

  /** Repeats an act until it is confirmed or the server is dead. The one that is confirmed in the middle kills the
   *  server. */
  const untilConfirmed = async (act: () => Promise<boolean>) => {
    while (alive && !(await act().catch(() => false)));
    if (!alive || bookings.size + chairs.size < confirmedBeforeTheCrash || chairs.size < 10) return
    alive = false
    await server?.kill('SIGKILL')
  }
  const bookOn = async (day: number) => {
    const treatment = treatments[day % treatments.length]
    const date = formatMediumDate(addDays('2030-01-01', day))
    const wish = { treatmentId: treatment?._id, price: treatment?.price, date, slot: treatment?.slots[0], phone: '1' }
    const answer = await admin.post('/booking', { ...wish, patient: admin.email })
    if (answer.success === true) bookings.add(String(Object(answer.booking)._id))
    return answer.success === true
  }
  const addChair = async (name: string) => {
    const { version } = await readCalendar()
    const answer = await admin.post('/calendar', { version, change: { kind: 'add-chair', name } })
    if (answer.moved) chairs.add(name)
    return Boolean(answer.moved)
  }
  const changes = pLimit(20)
  await Promise.all([
    ...Array.from({ length: 100 }, (_, n) => untilConfirmed(() => bookOn(n))),
    ...Array.from({ length: 100 }, (_, n) => changes(() => untilConfirmed(() => addChair(`Chair ${n}`)))),
  ])
  expect(alive).toBe(false)

  await server.restart()
  const names = (await readCalendar()).chairs.map(({ name }) => name)
  expect([...chairs].filter((name) => !names.includes(name))).toEqual([])
  await server.kill('SIGTERM')
  const { databaseUrl, dataDir } = server
  const { db, close } = await openDatabase({ databaseUrl, dataDir }, pino({ level: 'silent' }))
  const found = new Set((await db.select({ id: booking.id }).from(booking)).map(({ id }) => id))
  await close()
  expect([...bookings].filter((id) => !found.has(id))).toEqual([])
  expect([bookings.size, chairs.size].every((count) => count >= 10)).toBe(true)
})
