import { randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, inject, it } from 'vitest'
import { selectRows } from '#server/database/rows.ts'
import { booking } from '#server/database/schema/booking.ts'
import { patient } from '#server/database/schema/patient.ts'
import { date, nine, openTestDesk, type TestDesk } from '#server/testing/calendar/desk.ts'
import { setDied } from './death.ts'

// The embedded database has one connection.
const isPossible = inject('engine').kind === 'postgres'

let desk: TestDesk
beforeAll(async () => {
  desk = await openTestDesk()
})
afterAll(() => desk.server.close())
beforeEach(() => desk.reset())

const db = () => desk.server.database.db
const isSomebodyWaiting = async () => {
  const rows = await selectRows<unknown>(
    db(),
    sql`
    select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  )
  return rows.length > 0
}

async function addPatient() {
  const id = randomUUID()
  await db().insert(patient).values({ id, name: 'Bea Bloom' })
  const cleaning = (await desk.staff.treatments()).find(({ name }) => name === 'Teeth Cleaning')
  const time = { treatmentId: cleaning?._id, date, slot: nine }
  const book = () => desk.staff.bookFor({ patient: { id }, phone: '212 555 0142', requestId: randomUUID(), ...time })
  const change = () =>
    desk.server.app.inject({
      ...{ method: 'PATCH', url: `/desk/patients/${id}`, headers: desk.staff.admin.bearer },
      payload: { seen: { name: 'Bea Bloom' }, change: { name: 'Bea' } },
    })
  return { id, book, change }
}

it.runIf(isPossible).each(['book', 'change'] as const)(
  'a call to %s waits for a death, and is refused',
  async (what) => {
    const { id, ...calls } = await addPatient()
    const { answer } = await db().transaction(async (tx) => {
      await setDied(tx, id, new Date(), async () => {})
      const answer = calls[what]()
      await expect.poll(isSomebodyWaiting).toBe(true)
      return { answer }
    })
    expect((await answer).json()).toMatchObject({ status: 409, code: 'record-closed' })
    expect(await db().$count(booking, eq(booking.patientId, id))).toBe(0)
  },
)

it.runIf(isPossible)('a death waits for a booking, and finds it', async () => {
  const { id, book } = await addPatient()
  const { death } = await db().transaction(async (tx) => {
    await tx.select().from(patient).where(eq(patient.id, id)).for('key share')
    const death = setDied(db(), id, new Date(), async () => {})
    await expect.poll(isSomebodyWaiting).toBe(true)
    expect((await db().select().from(patient).where(eq(patient.id, id)))[0]?.diedAt).toBeNull()
    return { death }
  })
  expect(await death).toEqual({ ok: true })
  expect((await book()).statusCode).toBe(409)
})
