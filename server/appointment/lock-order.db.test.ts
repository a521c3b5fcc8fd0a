import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, inject, it } from 'vitest'
import { hoursBefore, openTestNotices, type TestNotices } from '#server/appointment/testing/notices.ts'
import { lockBooking } from '#server/booking/store.ts'
import { selectRows } from '#server/database/rows.ts'
import { appointmentNotice, booking } from '#server/database/schema/booking.ts'
import { lockWaitingNotice } from './notice-store.ts'
import { addCallAnyway } from './patient-call-store.ts'
import { addDueReminders } from './reminder-store.ts'

// The embedded database has one connection. A deadlock fails the run (scripts/vitest-postgres.ts).
const isPossible = inject('engine').kind === 'postgres'

let notices: TestNotices
beforeAll(async () => {
  notices = await openTestNotices()
})
afterAll(() => notices.database.close())
beforeEach(() => notices.clear())

const isSomebodyWaiting = async () => {
  const rows = await selectRows<unknown>(
    notices.database.db,
    sql`
    select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  )
  return rows.length > 0
}
const untilSomebodyWaits = () => expect.poll(isSomebodyWaiting).toBe(true)

/** Books the same time once more, and returns the booking's id. */
const book = async () => {
  const { id } = await notices.book()
  await notices.database.db.update(booking).set({ overridden: true })
  return id
}

it.runIf(isPossible)('an appointment is deleted while its patient is told about it', async () => {
  const { db } = notices.database
  const id = await book()
  const deleting = db.transaction(async (tx) => {
    expect((await lockWaitingNotice(tx))?.booking.id).toBe(id)
    const deletion = db.delete(booking).where(eq(booking.id, id)).execute()
    await untilSomebodyWaits()
    await addCallAnyway(tx, {
      ...{ bookingId: id, kind: 'moved', message: '' },
      from: { date: '2030-06-12', slot: '08.00 AM - 08.30 AM' },
    })
    return { deletion }
  })
  await (await deleting).deletion
  expect(await db.$count(booking)).toBe(0)
})

it.runIf(isPossible)('a reminder waits for nobody who has locked its appointment, and is added later', async () => {
  const { db } = notices.database
  const [locked] = [await book(), await book()]
  const reminded = () => db.$count(appointmentNotice, eq(appointmentNotice.kind, 'reminder'))
  await db.transaction(async (tx) => {
    await lockBooking(tx, locked)
    await addDueReminders(db, hoursBefore(24))
    expect(await reminded()).toBe(1)
  })
  await addDueReminders(db, hoursBefore(24))
  expect(await reminded()).toBe(2)
})

it.runIf(isPossible)('of two who add the same reminders, each appointment gets one', async () => {
  const { db } = notices.database
  for (let count = 0; count < 20; count += 1) await book()
  await Promise.all(Array.from({ length: 5 }, () => addDueReminders(db, hoursBefore(24))))
  expect(await db.$count(appointmentNotice, eq(appointmentNotice.kind, 'reminder'))).toBe(20)
})
