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

it('imports a row without an email, a phone or a language that can’t be read, and says so', async () => {
  const file = [
    'Name,Birth date,Email,Phone,Language',
    'Ann Part,1984-12-31,nobody@,212 555 0142,Klingon',
    'Ben Part,1985-12-31,ben@example.org,no phone,de',
    'Cy Part,2984-12-31,nobody,,',
    'Di Part,1986-12-31,di@example.org,,',
  ].join('\n')
  const checked = await imports.check(file)
  expect(checked).toMatchObject({ faulty: 1, partial: 2 })
  const partial = [
    { row: 2, name: 'Ann Part', field: 'Email', sentence: '“nobody@” is no email address' },
    {
      ...{ row: 2, name: 'Ann Part', field: 'Language' },
      sentence: '“Klingon” is no language; write a code such as en or de',
    },
    { row: 3, name: 'Ben Part', field: 'Phones', sentence: '“no phone” is no phone number' },
  ]
  expect(checked.partialProblems).toEqual(partial)
  expect(checked.problems.map(({ row, field }) => `${row} ${field}`)).toEqual(['4 Birth date', '4 Email'])

  const done = await imports.start(checked._id)
  expect(done).toMatchObject({ added: 3, faulty: 1, partial: 2 })
  const rows = await server.database.db.select().from(patient)
  const ann = rows.find(({ name }) => name === 'Ann Part')
  expect(ann).toMatchObject({ email: null, birthDate: '1984-12-31', language: null })
  expect(done.partialProblems[0]).toEqual({ ...partial[0], patient: ann?.id })
  expect(done.partialProblems.map(({ sentence }) => sentence)).toEqual(partial.map(({ sentence }) => sentence))
  const csv = await imports.get(`/patient-imports/${checked._id}/problems`)
  expect(csv.body).toContain('2,Email,“nobody@” is no email address (imported without it)\r\n')
  expect(csv.body).toContain('4,Email,“nobody” is no email address\r\n')
})

it('books an appointment whose email can’t be read by what else names the patient', async () => {
  const staff = await openTestStaff(server)
  await staff.addDoctor('Dr.Part', 'Teeth Cleaning')
  const file = [
    'Name,Birth date,Email,Treatment,Date,Time,Phone',
    'Di Part,1986-12-31,di(at)example,Teeth Cleaning,2026-05-04,8:00,',
    'Di Part,1986-12-31,di(at)example,Teeth Cleaning,2026-05-05,5:00 AM,no phone',
    ',,di(at)example,Teeth Cleaning,2026-05-06,8:00,',
  ].join('\n')
  const checked = await imports.check(file, { kind: 'appointments' })
  expect(checked).toMatchObject({ faulty: 2, outside: 1, partial: 1 })
  expect(checked.problems.map(({ row, field }) => `${row} ${field}`)).toEqual([
    ...['3 Phone', '3 Email', '3 Time', '4 Email', '4 Name'],
  ])
  const done = await imports.start(checked._id, { keepOutside: true })
  expect(done).toMatchObject({ added: 2, partial: 2 })
  expect(done.partialProblems.map(({ row, field, name }) => `${row} ${field} ${name}`)).toEqual([
    ...['2 Email Di Part', '3 Phone Di Part', '3 Email Di Part'],
  ])
})
