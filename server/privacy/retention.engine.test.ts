import { randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { audit } from '#server/database/schema/audit.ts'
import { attemptBucket, session } from '#server/database/schema/auth.ts'
import { mail } from '#server/database/schema/mail.ts'
import { user } from '#server/database/schema/user.ts'
import { freshDatabase, type TestDatabase } from '#server/testing/database.ts'
import { makeStaff } from '#server/testing/staff.ts'
import { deleteWhatIsOld } from './retention-jobs.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await freshDatabase()
})
afterAll(() => database.close())

const days = { unconfirmedAccounts: 30, emails: 365, audit: 1_095 }
const run = () => deleteWhatIsOld({ db: database.db, log: pino({ level: 'silent' }), retention: days })
const ago = (count: number) => sql`now() - make_interval(days => ${count})`

describe('an account without a confirmed email', () => {
  beforeEach(() => database.db.delete(user))

  const add = async (createdDaysAgo: number, more: Partial<typeof user.$inferInsert> = {}) => {
    const id = randomUUID()
    const row = { id, name: 'Ann', email: `${id}@example.org`, ...more }
    await database.db.insert(user).values({ ...row, createdAt: ago(createdDaysAgo) as unknown as Date })
    return id
  }
  const left = async () => (await database.db.select({ id: user.id }).from(user)).map(({ id }) => id)

  it('is deleted after its time, others stay', async () => {
    await add(31)
    const admin = await add(99)
    await makeStaff(database.db, `${admin}@example.org`)
    const kept = [await add(29), await add(99, { emailVerified: true }), admin]
    await run()
    expect((await left()).sort()).toEqual(kept.sort())
  })

  it('stays with an appointment', async () => {
    const [booked, other] = [await add(99), await add(99)]
    await database.db.execute(sql`
      insert into booking (id, treatment_id, treatment, date, slot, price, patient_id, patient, patient_name, phone, starts_at, ends_at, busy)
      select gen_random_uuid(), id, name, '2026-05-04', '08.00 AM - 08.30 AM', price, (select patient_id from patient_user where user_id = ${booked}), 'a@example.org', 'Ann', '',
        '2026-05-04 12:00Z', '2026-05-04 12:30Z', tstzrange('2026-05-04 12:00Z', '2026-05-04 12:30Z')
      from treatment limit 1`)
    await run()
    expect(await left()).toEqual([booked])
    expect(other).not.toBe(booked)
    await database.db.execute(sql`delete from booking`)
  })

  it('stays while somebody uses it', async () => {
    const id = await add(99)
    const token = randomUUID()
    await database.db
      .insert(session)
      .values({ id: token, token, userId: id, expiresAt: new Date(Date.now() + 86_400_000) })
    await run()
    expect(await left()).toEqual([id])
    await database.db
      .update(session)
      .set({ usedAt: ago(31) })
      .where(eq(session.id, token))
    await run()
    expect(await left()).toEqual([])
  })

  it('is deleted with more than a thousand others', async () => {
    await database.db.execute(sql`
      insert into "user" (id, name, email, created_at)
      select 'u' || n, 'Ann', 'u' || n || '@example.org', ${ago(60)} from generate_series(1, 2500) as n`)
    await run()
    expect(await left()).toEqual([])
  })
})

it('emails that were sent stay for their time, those to send stay longer', async () => {
  const add = async (done: number | null) => {
    const doneAt = done === null ? null : (ago(done) as unknown as Date)
    await database.db.insert(mail).values({
      ...{ id: randomUUID(), kind: 'verify-email', recipient: 'a@example.org', details: {}, doneAt },
      createdAt: ago(800) as unknown as Date,
    })
  }
  await add(366)
  await add(364)
  await add(null)
  await run()
  expect(await database.db.$count(mail)).toBe(2)
})

it('the audit trail keeps its time, and refuses every other deletion', async () => {
  const { db } = database
  const insert = (at: number) =>
    db.execute(sql`
      insert into audit (user_id, email, action, subject, client_address, at)
      values ('u', 'a@example.org', 'promote-user', 'b@example.org', '127.0.0.1', ${ago(at)})`)
  await insert(1_096)
  await insert(1_094)
  await run()
  expect(await db.$count(audit)).toBe(1)
  await expect(db.delete(audit)).rejects.toThrow()
  const sooner = db.transaction(async (tx) => {
    await tx.execute(sql`select set_config('clinic.audit_days', '0', true)`)
    await tx.execute(
      sql`insert into audit (user_id, email, action, subject, client_address) values ('u', 'a', 'promote-user', 'b', 'c')`,
    )
    await tx.delete(audit)
  })
  await expect(sooner).rejects.toThrow()
  await expect(db.update(audit).set({ actor: 'x' })).rejects.toThrow()
})

it('expired sessions and counted attempts go after a day', async () => {
  const { db } = database
  await db.insert(attemptBucket).values([
    { key: 'old', fullAt: ago(2) as unknown as Date },
    { key: 'new', fullAt: new Date() },
  ])
  await run()
  expect((await db.select({ key: attemptBucket.key }).from(attemptBucket)).map(({ key }) => key)).toEqual(['new'])
})
