import { afterAll, beforeAll, expect, it } from 'vitest'
import { dateOrderOf } from '#contract/patient/date-order.ts'
import type { ImportDetails } from '#contract/patient/import.ts'
import { patient } from '#server/database/schema/patient.ts'
import { openTestImports } from '#server/patient-import/testing/patient-import.ts'
import { openTestApp, type TestApp } from '#server/testing/app.ts'

let server: TestApp
let imports: Awaited<ReturnType<typeof openTestImports>>
beforeAll(async () => {
  server = await openTestApp()
  imports = await openTestImports(server)
})
afterAll(() => server.close())

const birthDates = async () =>
  new Map((await server.database.db.select().from(patient)).map(({ name, birthDate }) => [name, birthDate]))

it('is decided by the date columns alone, not by a phone or a chart number', async () => {
  const file = [
    'Name,Birth date,Phone,Chart number,Last visit',
    'Ada Order,05/03/1984,31-12-2020,28/01/1999,25/12/2020',
    'Bob Order,12/29/1984,31-12-2020,28/01/1999,25/12/2020',
  ].join('\n')
  const uploaded: ImportDetails = (await imports.upload(file)).json()
  const [birth] = uploaded.dateColumns.filter(({ column }) => column === 1)
  expect(birth).toEqual({
    ...{ column: 1, dayFirst: false, monthFirst: true },
    examples: [{ text: '05/03/1984', 'day-first': '1984-03-05', 'month-first': '1984-05-03' }],
  })
  expect(dateOrderOf(birth ? [birth] : [])).toBe('month-first')
  await imports.run(file)
  expect((await birthDates()).get('Ada Order')).toBe('1984-05-03')
})

it('is decided by the last of 2,000 cells, whatever else is chosen', async () => {
  const rows = Array.from({ length: 2_000 }, (_, i) => `Late ${i},03/04/1990`)
  const file = ['Name,Birth date', ...rows, 'Late Last,25/12/1990'].join('\n')
  await imports.run(file, {}, { dateOrder: 'month-first' })
  const born = await birthDates()
  expect([born.get('Late 0'), born.get('Late Last')]).toEqual(['1990-04-03', '1990-12-25'])
})

it('is asked for when the cells leave it open, with three examples read both ways', async () => {
  const file =
    'Name,Born\nCy Open,03/04/1990\nDi Open,05/05/1990\nEd Open,1/5/1984 0:00\nFay Open,07/08/1991\nGus,9/1/2000\n'
  const uploaded: ImportDetails = (await imports.upload(file)).json()
  expect(uploaded.dateColumns).toEqual([
    {
      ...{ column: 1, dayFirst: false, monthFirst: false },
      examples: [
        { text: '03/04/1990', 'day-first': '1990-04-03', 'month-first': '1990-03-04' },
        { text: '1/5/1984 0:00', 'day-first': '1984-05-01', 'month-first': '1984-01-05' },
        { text: '07/08/1991', 'day-first': '1991-08-07', 'month-first': '1991-07-08' },
      ],
    },
  ])
  const refused = await imports.step(uploaded._id, 'check', { columns: uploaded.columns })
  expect([refused.statusCode, refused.json().code, refused.json().errors]).toEqual([
    ...[400, 'date-order'],
    { dateOrder: 'Say whether the day or the month comes first: the dates of this file can be read in both ways' },
  ])
  expect((await imports.read(uploaded._id)).state).toBe('uploaded')
  await imports.run(file, {}, { dateOrder: 'day-first' })
  expect((await birthDates()).get('Ed Open')).toBe('1984-05-01')
})

it('is asked for when some cells have the day first and some the month, and those that do not fit are named', async () => {
  const file = 'Name,Birth date\nHal Both,25/12/1990\nIda Both,12/25/1990\n'
  const uploaded: ImportDetails = (await imports.upload(file)).json()
  expect(dateOrderOf(uploaded.dateColumns)).toBe('open')
  const checked = await imports.check(file, { dateOrder: 'day-first' })
  expect(checked.problems.map(({ row, sentence }) => `${row} ${sentence}`)).toEqual([
    '3 “12/25/1990” is no date; write it like 1984-12-31',
  ])
})

it('does not matter to dates that are clear, and midnight is no part of a day', async () => {
  const file =
    'Name,Birth date\nJo Clear,2014-05-03\nKy Clear,3.5.2014\nLu Clear,05/05/1990\nMo Clear,12/29/1984 12:00:00 AM\n'
  await imports.run(file)
  const born = await birthDates()
  expect(['Jo Clear', 'Ky Clear', 'Lu Clear', 'Mo Clear'].map((name) => born.get(name))).toEqual([
    ...['2014-05-03', '2014-05-03', '1990-05-05', '1984-12-29'],
  ])
})
