import { asc, inArray } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { patient } from '#server/database/schema/patient.ts'
import { openTestImports } from '#server/patient-import/testing/patient-import.ts'
import { openTestApp, type TestApp } from '#server/testing/app.ts'
import { openTestStaff } from '#server/testing/calendar/staff.ts'

let server: TestApp
let imports: Awaited<ReturnType<typeof openTestImports>>
beforeAll(async () => {
  server = await openTestApp()
  imports = await openTestImports(server)
})
afterAll(() => server.close())

const bornOf = async (...names: string[]) => {
  const { birthDate, name } = patient
  const rows = await server.database.db
    .select({ birthDate })
    .from(patient)
    .where(inArray(name, names))
    .orderBy(asc(birthDate))
  return rows.map((row) => row.birthDate)
}

it.each([
  ['email', 'email', 'doe@example.org,'],
  ['phone', 'phone', ',212 555 0177'],
])('father and son with one %s are two, also when the father is in the file twice', async (what, kind, contact) => {
  const name = `John ${what}`
  const file = [
    'Name,Birth date,Email,Phone',
    `${name},1960-01-01,${contact}`,
    `${name},,${contact}`,
    `${name},1990-01-01,${contact}`,
    `${name},1990-01-01,${contact}`,
  ].join('\n')
  const checked = await imports.check(file)
  expect(
    checked.duplicates.map(({ kind, examples }) => [kind, examples.map(({ row, like }) => `${row} ${like}`)]),
  ).toEqual(expect.arrayContaining([[kind, expect.arrayContaining(['3 row 2'])]]))
  expect(checked.duplicates.reduce((sum, { count }) => sum + count, 0)).toBe(2)
  expect(await imports.start(checked._id)).toMatchObject({ added: 2, skipped: 2 })
  expect(await bornOf(name)).toEqual(['1960-01-01', '1990-01-01'])
})

it('the son of a patient is another person, also when the file has the father without a birth date', async () => {
  await imports.run('Name,Birth date,Phone\nJim Senior,1960-01-01,212 555 0166\n')
  const file = 'Name,Birth date,Phone\nJim Senior,,212 555 0166\nJim Senior,1990-01-01,212 555 0166\n'
  const checked = await imports.check(file)
  expect(checked.duplicates.map(({ count }) => count)).toEqual([1])
  expect(await imports.start(checked._id)).toMatchObject({ added: 1, skipped: 1 })
  expect(await bornOf('Jim Senior')).toEqual(['1960-01-01', '1990-01-01'])
})

it('the birth date says whose appointment it is, of father and son with one email', async () => {
  const staff = await openTestStaff(server)
  await staff.addDoctor('Dr.Family', 'Teeth Cleaning')
  const people = ['1960-01-01', '1990-01-01'].map((born) => `Joe Both,${born},both@example.org`)
  await imports.run(['Name,Birth date,Email', ...people].join('\n'))
  const file = [
    'Email,Name,Birth date,Treatment,Date,Time',
    'both@example.org,Joe Both,1990-01-01,Teeth Cleaning,2026-05-04,8:00',
    'both@example.org,Joe Both,,Teeth Cleaning,2026-05-05,8:00',
    'both@example.org,Joe Both,1970-01-01,Teeth Cleaning,2026-05-06,8:00',
  ].join('\n')
  const checked = await imports.check(file, { kind: 'appointments' })
  expect(checked.problems.map(({ row, sentence }) => `${row} ${sentence}`)).toEqual([
    '3 There are several patients with both@example.org',
    '4 There is no patient with both@example.org',
  ])
  expect(await imports.start(checked._id)).toMatchObject({ added: 1 })
})
