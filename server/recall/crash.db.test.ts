import { randomUUID } from 'node:crypto'
import { eq, inArray } from 'drizzle-orm'
import { PgBoss } from 'pg-boss'
import { pino } from 'pino'
import { afterEach, expect, inject, it } from 'vitest'
import { addMonths, clinicToday, type IsoDate, monthOf } from '#contract/kit/time/clinic-date.ts'
import type { Database } from '#server/database/db.ts'
import { openDatabase } from '#server/database/open-database.ts'
import { booking } from '#server/database/schema/booking.ts'
import { mail } from '#server/database/schema/mail.ts'
import { patientUser } from '#server/database/schema/patient.ts'
import { treatment } from '#server/database/schema/treatment.ts'
import { user } from '#server/database/schema/user.ts'
import { timeColumns } from '#server/testing/calendar/bookings.ts'
import { expireHeartbeats } from '#server/testing/jobs.ts'
import { startServer } from '#server/testing/server-process.ts'
import { updateRecalls } from './due-store.ts'

const engine = inject('engine')
const people = 20
const ending: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const end of ending.splice(0).reverse()) await end()
})

// Invitations go out by day only, so the clinic is where it is about noon.
const hoursFromNoon = new Date().getUTCHours() - 12
const timeZone = `Etc/GMT${hoursFromNoon < 0 ? '' : '+'}${hoursFromNoon}`
const day = { today: clinicToday(new Date(), timeZone), timeZone }

it.skipIf(engine.kind !== 'postgres')(
  'invites everybody once, although the server is killed while it does',
  { timeout: 400_000 },
  async () => {
    const server = await startServer({
      databaseServer: engine.kind === 'postgres' ? engine.url : undefined,
      emptyFolder: true,
      env: { DEMO: 'on', CLINIC_NAME: 'Noon Dental', CLINIC_TIME_ZONE: timeZone },
    })
    ending.push(server.stop)
    const database = await openDatabase(
      { databaseUrl: server.databaseUrl, dataDir: server.dataDir },
      pino({ level: 'silent' }),
    )
    ending.push(database.close)
    const { db } = database
    const emails = await addPatients(database)
    await updateRecalls(db, day)
    const invited = () => db.select().from(mail).where(inArray(mail.recipient, emails))
    await slowDown(database)
    await enqueue(database)
    await expect.poll(async () => (await invited()).length, { timeout: 60_000 }).toBeGreaterThan(2)
    await server.kill('SIGKILL')
    expect((await invited()).length).toBeLessThan(people)
    await server.restart()
    await expireHeartbeats(database, 'recalls')
    await enqueue(database)
    await expect.poll(async () => (await invited()).length, { timeout: 60_000 }).toBe(people)
    // Whoever runs it again invites nobody.
    await enqueue(database)
    // Nobody announces this job: the worker finds it when it looks again.
    await expect.poll(() => unfinished(database), { timeout: 180_000 }).toBe(0)
    expect((await invited()).map(({ recipient }) => recipient).sort()).toEqual(emails.sort())
  },
)

async function enqueue({ executeSql }: Database) {
  await new PgBoss({ db: { executeSql } }).send('recalls', {})
}

/** Makes each invitation take a while, so that the server is killed between two. */
async function slowDown({ executeSql }: Database) {
  await executeSql(`
    CREATE FUNCTION be_slow() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN PERFORM pg_sleep(0.3); RETURN NEW; END $$;
    CREATE TRIGGER recall_slow BEFORE UPDATE ON recall FOR EACH ROW EXECUTE FUNCTION be_slow();`)
}

async function unfinished({ executeSql }: Database) {
  const { rows } = await executeSql(
    `SELECT count(*)::int AS count FROM pgboss.job WHERE name = 'recalls' AND state < 'completed'`,
    [],
  )
  return (rows as { count: number }[])[0]?.count
}

/** Adds patients with confirmed addresses who had a cleaning seven months ago, and returns the addresses. */
async function addPatients({ db }: Database): Promise<string[]> {
  const [cleaning] = await db.select().from(treatment).where(eq(treatment.name, 'Teeth Cleaning'))
  if (!cleaning) throw new Error('the sample treatments are missing')
  const ids = Array.from({ length: people }, () => randomUUID())
  const emails = ids.map((id) => `${id}@example.org`)
  await db.insert(user).values(ids.map((id, at) => ({ id, name: 'Ann', email: emails[at] ?? '', emailVerified: true })))
  const own = await db.select().from(patientUser).where(inArray(patientUser.userId, ids))
  const lastVisitOn: IsoDate = `${addMonths(monthOf(day.today), -7)}-01`
  const times = timeColumns(lastVisitOn, '10.00 AM - 10.30 AM', timeZone)
  await db.insert(booking).values(
    own.map(({ patientId, userId }) => ({
      ...{ id: randomUUID(), ...times, treatmentId: cleaning.id, treatment: cleaning.name, patientId, phone: '1' },
      ...{ priceCents: cleaning.priceCents, patient: '', patientName: 'Ann', status: 'done' as const },
      ...{ overridden: true, bookedBy: userId },
    })),
  )
  return emails
}
