import { eq, like } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { largestImport } from '#contract/patient/import.ts'
import { session } from '#server/database/schema/auth.ts'
import { patient } from '#server/database/schema/patient.ts'
import { patientImport, patientImportRow } from '#server/database/schema/patient-import.ts'
import { openTestImports } from '#server/patient-import/testing/patient-import.ts'
import { openTestApp, type TestApp } from '#server/testing/app.ts'

let server: TestApp
let imports: Awaited<ReturnType<typeof openTestImports>>
beforeAll(async () => {
  server = await openTestApp()
  imports = await openTestImports(server)
})
afterAll(() => server.close())

const german = 'Nachname;Vorname;Geburtsdatum;Telefon;Straße\nMüller;Zoë;3.5.2014;0170/1234567;Weg 1\n'
const utf16 = (text: string, bom: string) => {
  const bytes = Buffer.from(`\uFEFF${text}`, 'utf16le')
  return bom === 'be' ? bytes.swap16() : bytes
}

it.each([
  ['UTF-8', Buffer.from(german), 'utf-8'],
  ['UTF-8 with a BOM', Buffer.from(`\uFEFF${german}`), 'utf-8'],
  ['Windows-1252', Buffer.from(german, 'latin1'), 'windows-1252'],
  ['UTF-16 with a BOM', utf16(german, 'le'), 'utf-16le'],
  ['big-endian UTF-16', utf16(german, 'be'), 'utf-16be'],
  ['Windows line ends', Buffer.from(german.replaceAll('\n', '\r\n')), 'utf-8'],
])('reads %s, with semicolons and German headings', async (_, bytes, encoding) => {
  const uploaded = (await imports.upload(bytes)).json()
  expect(uploaded).toMatchObject({
    ...{ encoding, delimiter: ';', rows: 1 },
    columns: ['lastName', 'firstName', 'birthDate', 'phones', null],
    headings: ['Nachname', 'Vorname', 'Geburtsdatum', 'Telefon', 'Straße'],
    sample: [['Müller', 'Zoë', '3.5.2014', '0170/1234567', 'Weg 1']],
  })
})

it('reads tabs', async () => {
  const uploaded = (await imports.upload('Name\tDOB\nAnn\t1990-04-03\n')).json()
  expect(uploaded).toMatchObject({ delimiter: '\t', sample: [['Ann', '1990-04-03']] })
})

it.each([
  ['an empty file', '', 'This file is empty.'],
  ['a file of blanks', ' \n\n', 'This file is empty.'],
  ['headings alone', 'Name,Email\n', 'This file has headings but no rows below them.'],
  ['a PDF', '%PDF-1.7\n%âãÏÓ\n1 0 obj', 'This file is not a CSV. Export the patients of your old system as CSV.'],
  [
    'a binary file',
    Buffer.from([1, 0, 2, 0, 3]),
    'This file is not a CSV. Export the patients of your old system as CSV.',
  ],
  [
    'an xlsx',
    Buffer.from('504b030414000600', 'hex'),
    'This is an Excel file, not a CSV. In Excel choose “Save as” and then “CSV UTF-8”.',
  ],
  [
    'unknown columns',
    'A,B\n1,2\n',
    'No column was recognized. The first row must have headings such as Name, Birth date and Email.',
  ],
  [
    'a file cut off in a row',
    'Name,Email,Notes\nAnn,a@b.co,x\nBen,b@',
    'The file ends in the middle of row 3. It may be cut off.',
  ],
  [
    'a file cut off in a quote',
    'Name,Notes\nAnn,x\nBen,"so',
    'The file ends within a quoted text that begins in row 3. It may be cut off.',
  ],
  [
    'a quote in a wrong place',
    'Name,Notes\n"Ann"x,y\n',
    'Row 2 has a quote in a wrong place, so that it can’t be read.',
  ],
])('refuses %s in one sentence, and stores nothing', async (_, bytes, sentence) => {
  const { db } = server.database
  const before = await db.$count(patientImport)
  const response = await imports.upload(bytes)
  expect([response.statusCode, response.json().errors]).toEqual([400, { file: sentence }])
  expect(await db.$count(patientImport)).toBe(before)
})

it('refuses a file that is too large, saying the limit', async () => {
  const response = await imports.upload(Buffer.alloc(largestImport + 1, 'a'))
  expect([response.statusCode, response.json().detail]).toEqual([
    413,
    'This file is larger than 20 MB. Split it into several files.',
  ])
})

it('refuses columns that are not those of the file', async () => {
  const { _id } = (await imports.upload('Name,Email\nAnn,a@b.co\n')).json()
  const codeOf = async (columns: unknown[]) =>
    (await imports.step(_id, 'check', { columns, dateOrder: 'month-first' })).json().code
  expect(await codeOf(['name'])).toBe('columns')
  expect(await codeOf(['name', 'treatment'])).toBe('columns')
  expect(await codeOf(['name', 'name'])).toBe('column-twice')
  expect(await codeOf([null, 'email'])).toBe('no-name')
})

it('imports 40,000 rows, the last one too', async () => {
  const rows = Array.from({ length: 40_000 }, (_, i) => `Row${i} Large,row${i}@large.example`)
  const done = await imports.run(['Name,Email', ...rows].join('\n'))
  expect(done).toMatchObject({ added: 40_000, faulty: 0 })
  expect(await server.database.db.$count(patient, like(patient.email, '%@large.example'))).toBe(40_000)
  await imports.undo(done._id)
  expect(await server.database.db.$count(patient, like(patient.email, '%@large.example'))).toBe(0)
}, 240_000)

it('exports what it imported, formulas as text, for an admin who has confirmed who they are', async () => {
  const file = [
    'Name,Birth date,Email,Phones,Language,Preferred contact,Notes,Old id',
    `"=HYPERLINK(""http://evil"",""A"")",1990-01-01,f@example.org,+49 170 1234567; 212 555 0100,de,sms,"two\nlines, and a comma",'=1`,
    `'Apostrophe,,,,,none,@me,`,
    `Semicolon Separated,,,,,,"x;=1+1;y\n- z",`,
    '',
  ].join('\r\n')
  await imports.run(file)
  const { db } = server.database
  expect(await db.$count(patient, eq(patient.name, '=HYPERLINK("http://evil","A")'))).toBe(1)
  const confirm = (confirmedAt: Date) =>
    db.update(session).set({ confirmedAt }).where(eq(session.id, imports.admin.sessionId))
  await confirm(new Date(Date.now() - 7_200_000))
  expect((await imports.get('/patients/export?kind=patients')).statusCode).toBe(403)
  await confirm(new Date())
  const exported = await imports.get('/patients/export?kind=patients')
  expect(exported.headers['content-type']).toBe('text/csv; charset=utf-8')
  expect(exported.body.startsWith('\uFEFFName,Birth date,Email,')).toBe(true)
  expect(exported.body).toContain(`"'=HYPERLINK(""http://evil"",""A"")",1990-01-01,f@example.org,"'+49 170`)
  expect(exported.body).not.toMatch(/(^|,)"?[=+@\t]/m)
  expect(exported.body).toContain(`"x;'=1+1;y\n'- z"`)

  await db.delete(patientImportRow)
  await db.delete(patient).where(like(patient.name, '%HYPERLINK%'))
  await db.delete(patient).where(eq(patient.name, 'Apostrophe'))
  await db.delete(patient).where(eq(patient.name, "'Apostrophe"))
  await db.delete(patient).where(eq(patient.name, 'Semicolon Separated'))
  await imports.run(Buffer.from(exported.rawPayload))
  const again = await imports.get('/patients/export?kind=patients')
  expect(again.body.split('\r\n').sort()).toEqual(exported.body.split('\r\n').sort())
})
