import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { PatientFound } from '#contract/patient/found.ts'
import { selectRows } from '#server/database/rows.ts'
import { patient } from '#server/database/schema/patient.ts'
import { isCurrent, isPatient, orderOf } from '#server/patient/store.ts'
import { openTestDesk, type TestDesk } from '#server/testing/calendar/desk.ts'

let desk: TestDesk
beforeAll(async () => {
  desk = await openTestDesk()
})
afterAll(() => desk.server.close())
beforeEach(() => desk.reset())

async function found(path: string): Promise<string[]> {
  const response = await desk.server.app.inject({ url: `/desk/patients${path}`, headers: desk.staff.admin.bearer })
  return response.json<PatientFound[]>().map(({ name }) => name)
}
const db = () => desk.server.database.db

it('a member of the staff is no patient until the clinic has something of them', async () => {
  const name = `Rita ${randomUUID().slice(0, 8)}`
  const rita = await desk.server.person({ name, role: 'receptionist' })
  const path = encodeURIComponent(name)
  expect(await found(`/list?limit=1000`)).not.toContain(name)
  expect(await found(`/list?search=${path}`)).toEqual([])
  expect(await found(`?search=${path}`)).toEqual([])
  // Those who ask for staff find them, and the desk finds whoever books for the first time.
  expect(await found(`/list?limit=1000&staff=true`)).toContain(name)
  expect(await found(`/list?search=${path}&staff=true`)).toEqual([name])
  expect(await found(`?search=${encodeURIComponent(rita.email.toUpperCase())}`)).toEqual([name])

  await desk.book({ person: Promise.resolve(rita) })
  expect(await found(`/list?limit=1000`)).toContain(name)
  expect(await found(`?search=${path}`)).toEqual([name])
})

it('a note makes a member of the staff a patient, and the end of the role too', async () => {
  const [noted, former] = [`Nora ${randomUUID().slice(0, 8)}`, `Fay ${randomUUID().slice(0, 8)}`]
  const [one, other] = [
    await desk.server.person({ name: noted, role: 'receptionist' }),
    await desk.server.person({ name: former, role: 'receptionist' }),
  ]
  await db().execute(sql`update patient set notes = 'Afraid of needles' where id = ${one.patientId}`)
  await db().execute(sql`update staff set ended_at = now() where user_id = ${other.userId}`)
  expect(await found(`?search=${encodeURIComponent(noted)}`)).toEqual([noted])
  expect(await found(`?search=${encodeURIComponent(former)}`)).toEqual([former])
})

it('the list of many patients still reads its index, and finds the staff once', async () => {
  await db().execute(sql`
    insert into patient (id, name) select 'many-' || n, 'Many ' || n from generate_series(1, 5000) as n`)
  await db().execute(sql`vacuum analyze patient`)
  for (const [sort, index] of [
    ['name', 'patient_by_name'],
    ['last-name', 'patient_by_last_name'],
  ] as const) {
    const rows = await selectRows<unknown>(
      db(),
      sql`explain select id from ${patient} where ${isCurrent} and ${isPatient}
      order by ${sql.join(orderOf(sort), sql`, `)} limit 100`,
    )
    const plan = JSON.stringify(rows)
    expect(plan).toContain(index)
    expect(plan).toMatch(/hashed SubPlan/)
  }
})
