import { afterAll, beforeAll, expect, it } from 'vitest'
import type { ImportDetails } from '#contract/patient/import.ts'
import { patient } from '#server/database/schema/patient.ts'
import { patientImport } from '#server/database/schema/patient-import.ts'
import { openTestImports } from '#server/patient-import/testing/patient-import.ts'
import { openTestApp, type TestApp } from '#server/testing/app.ts'

let server: TestApp
let imports: Awaited<ReturnType<typeof openTestImports>>
beforeAll(async () => {
  server = await openTestApp()
  imports = await openTestImports(server)
})
afterAll(() => server.close())

const problemsIn = ({ problems }: ImportDetails) =>
  problems.map(({ row, field, sentence }) => `${row} ${field}: ${sentence}`)

// The first bytes of a real picture.
const png = Buffer.from(
  '89504e470d0a1a0a0000000d49484452000000010000000108060000001f15c4890000000d49444154789c63f8cfc0f01f0005000100ff',
  'hex',
)

it.each([
  ['a PNG', png, 'This file is not a CSV. Export the patients of your old system as CSV.'],
  [
    'UTF-16 cut off within a quote',
    Buffer.from('\uFEFFName;Notes\nAnn;x\nBen;"so', 'utf16le'),
    'The file ends within a quoted text that begins in row 3. It may be cut off.',
  ],
  ['a BOM alone', '\uFEFF', 'This file is empty.'],
  ['tabs, with headings alone', 'Name\tEmail\r\n', 'This file has headings but no rows below them.'],
])('refuses %s in one sentence, and stores nothing', async (_, bytes, sentence) => {
  const response = await imports.upload(bytes)
  expect([response.statusCode, response.json().errors]).toEqual([400, { file: sentence }])
  expect(await server.database.db.$count(patientImport)).toBe(0)
})

it('leaves out a row with too many or too few cells, and a formula is only a text', async () => {
  const checked = await imports.check('Name,Email\nAnn,a@b.co,extra\nBen\n"=1+1",f@b.co\nCy,c@b.co\n')
  expect(problemsIn(checked)).toEqual([
    '2 row: This row has 3 cells instead of 2; a quote or a separator may be missing',
    '3 row: This row has 1 cell instead of 2; a quote or a separator may be missing',
  ])
  expect(await imports.start(checked._id)).toMatchObject({ added: 2, faulty: 2 })
  const names = (await server.database.db.select({ name: patient.name }).from(patient)).map(({ name }) => name)
  expect(names).toEqual(expect.arrayContaining(['=1+1', 'Cy']))
})

it('takes the first of two columns with one heading, and names the field that two columns have', async () => {
  const uploaded: ImportDetails = (await imports.upload('Name,Email,Email\nAnn,first@b.co,second@b.co\n')).json()
  expect(uploaded.columns).toEqual(['name', 'email', null])
  const both = { columns: ['name', 'email', 'email'], dateOrder: 'month-first' }
  const refused = await imports.step(uploaded._id, 'check', both)
  expect([refused.statusCode, refused.json().errors]).toEqual([
    400,
    { columns: 'Column 2 and column 3 are both Email. Choose another field for one of them.' },
  ])
  expect((await imports.read(uploaded._id)).state).toBe('uploaded')
})

it('starts one of two imports that two admins start at the same time', async () => {
  const other = await openTestImports(server)
  const first = await imports.check('Name\nDua One\n')
  const second = await other.check('Name\nDua Two\n', { name: 'other.csv' })
  const begun = await Promise.all([
    imports.step(first._id, 'start', { duplicates: {} }),
    other.step(second._id, 'start', { duplicates: {} }),
  ])
  const refused = begun.filter(({ statusCode }) => statusCode !== 200)
  // The second one may come after the first has ended.
  for (const response of refused) {
    expect([response.statusCode, response.json().code]).toEqual([409, 'running'])
    expect(response.json().detail).toMatch(
      /^The import of (patients|other)\.csv is still running\. Wait until it has ended\.$/,
    )
  }
  expect(refused.length).toBeLessThan(2)
  const [one, two] = begun.map(({ statusCode }) => statusCode === 200)
  expect((await imports.until(first._id, one ? 'imported' : 'checked')).added).toBe(one ? 1 : 0)
  expect((await other.until(second._id, two ? 'imported' : 'checked')).added).toBe(two ? 1 : 0)
})
