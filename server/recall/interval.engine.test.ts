import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { treatment } from '#server/database/schema/treatment.ts'
import { openTestApp, type TestApp } from '#server/testing/app.ts'
import { openTestStaff, type TestStaff } from '#server/testing/calendar/staff.ts'

let server: TestApp
let staff: TestStaff
let cleaning: typeof treatment.$inferSelect

beforeAll(async () => {
  server = await openTestApp()
  staff = await openTestStaff(server)
  const [found] = await server.database.db.select().from(treatment).where(eq(treatment.name, 'Teeth Cleaning'))
  if (!found) throw new Error('the sample treatments are missing')
  cleaning = found
})
afterAll(() => server.close())

describe('the interval of a treatment', () => {
  const set = (recallMonths: unknown) => {
    const fields = { name: 'Teeth Cleaning', price: 59, durationMinutes: 30, bufferMinutes: 0 }
    const input = { kind: 'change-treatment', treatmentId: cleaning.id, treatment: { ...fields, recallMonths } }
    return staff.calendar().then(({ version }) => staff.send({ version, change: input }))
  }
  const interval = async () => (await staff.calendar()).treatments.find(({ _id }) => _id === cleaning.id)?.recallMonths

  it.each([0, -1, 61, 1.5, '6', 'six'])('is not %s', async (months) => {
    const response = await set(months)
    expect([response.statusCode, response.json().errors]).toEqual([
      400,
      { 'change.treatment.recallMonths': 'Invite back after 1 to 60 months, or not at all' },
    ])
  })

  it('is changed, taken away, and left as it is by a client that does not know it', async () => {
    for (const [months, now] of [
      [12, 12],
      [undefined, 12],
      [null, null],
      [60, 60],
    ] as const) {
      expect((await set(months)).statusCode).toBe(200)
      expect(await interval()).toBe(now)
    }
  })
})
