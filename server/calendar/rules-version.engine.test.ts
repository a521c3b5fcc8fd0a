import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { clinicHours, clinicPolicy } from '#server/database/schema/calendar.ts'
import { treatment } from '#server/database/schema/treatment.ts'
import { openTestApp } from '#server/testing/app.ts'
import { addTestRules } from '#server/testing/calendar/calendar.ts'
import { freshDatabase, type TestDatabase } from '#server/testing/database.ts'
import { readPolicy } from './store.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await freshDatabase()
  await addTestRules(database)
})
afterAll(() => database.close())

/** Runs `work` and returns by how much it raised the version of the rules. */
async function raisedBy(work: () => Promise<unknown>): Promise<number> {
  const before = await readPolicy(database.db)
  await work()
  return (await readPolicy(database.db)).version - before.version
}

describe('the version of the rules', () => {
  it('stays when a server starts that has nothing to add', async () => {
    const start = async () => (await openTestApp({ database, env: { DEMO: 'on' } })).close()
    await start()
    expect([await raisedBy(start), await raisedBy(start)]).toEqual([0, 0])
  })

  it('stays when an insert inserts nothing, and when an update changes nothing', async () => {
    const { db } = database
    const [hours] = await db.select().from(clinicHours).limit(1)
    if (!hours) throw new Error('The clinic has no hours')
    const added = () => db.insert(clinicHours).values(hours).onConflictDoNothing()
    const rewritten = () => db.update(clinicHours).set({ opens: hours.opens }).where(eq(clinicHours.id, hours.id))
    const { gridMinutes, maxUpcoming } = (await db.select().from(clinicPolicy))[0] ?? {}
    const policy = () => db.update(clinicPolicy).set({ gridMinutes, maxUpcoming })
    const none = () => db.delete(treatment).where(eq(treatment.name, 'No such treatment'))
    expect([await raisedBy(added), await raisedBy(rewritten), await raisedBy(policy), await raisedBy(none)]).toEqual([
      0, 0, 0, 0,
    ])
  })

  it.each([
    ['of a treatment', () => database.db.update(treatment).set({ durationMinutes: 45 })],
    ['of a number', () => database.db.update(clinicPolicy).set({ noticeMinutes: 60 })],
    ['of whether gaps are filled', () => database.db.update(clinicPolicy).set({ fillGaps: false })],
    [
      'of two tables in one transaction',
      () =>
        database.db.transaction(async (tx) => {
          await tx.update(treatment).set({ bufferMinutes: 5 })
          await tx.insert(clinicHours).values({ weekday: 7, opens: 1380, closes: 1440 })
        }),
    ],
    ['by an empty table', () => database.executeSql('TRUNCATE block')],
  ])('rises once with a change %s', async (_of, change) => {
    expect(await raisedBy(change)).toBe(1)
  })

  it('rises with a change after a savepoint that was rolled back', async () => {
    const raised = await raisedBy(() =>
      database.db.transaction(async (tx) => {
        await tx
          .transaction(async (inner) => {
            await inner.update(clinicPolicy).set({ horizonDays: 20 })
            throw new Error('never mind')
          })
          .catch(() => undefined)
        await tx.update(clinicPolicy).set({ horizonDays: 30 })
      }),
    )
    expect(raised).toBe(1)
  })
})
