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

const names = async () => (await server.database.db.select().from(patient)).map(({ name }) => name)
// Jürgen Köhler, Zoë Groß, François Lefèvre
const mac = Buffer.concat([
  Buffer.from('Name;Street\n'),
  Buffer.from('4a9f7267656e204b9a686c65720a', 'hex'),
  Buffer.from('5a6f912047726fa70a', 'hex'),
  Buffer.from('4672616e8d6f6973204c65668f7672653b41204f7374657220570a', 'hex'),
])

it('shows the first names with letters beyond ASCII, of the whole file', async () => {
  const rows = Array.from({ length: 700 }, (_, i) => `Plain,Row ${i},Straße ${i}`)
  const file = ['First name,Last name,Street', ...rows, 'Zoë,Müller,Weg', 'Zoë,Müller,Weg', 'Ana,Muñoz,Weg'].join('\n')
  const uploaded: ImportDetails = (await imports.upload(file)).json()
  expect(uploaded.spellings).toEqual(['Zoë Müller', 'Ana Muñoz'])
  expect((await imports.upload('Name,Street\nAnn,Große Straße\n')).json().spellings).toEqual(['Große Straße'])
  expect((await imports.upload('Name,Street\nAnn,Weg\n')).json().spellings).toEqual([])
})

it('recognizes Mac Roman, and UTF-16 without a BOM', async () => {
  expect((await imports.upload(mac)).json()).toMatchObject({
    ...{ encoding: 'macintosh', spellings: ['Jürgen Köhler', 'Zoë Groß', 'François Lefèvre'] },
  })
  const wide = Buffer.from('Name;Street\nZoë Groß;Weg 1\n', 'utf16le')
  expect((await imports.upload(wide)).json()).toMatchObject({ encoding: 'utf-16le', spellings: ['Zoë Groß'] })
  expect((await imports.upload(Buffer.from(wide).swap16())).json()).toMatchObject({ encoding: 'utf-16be' })
  // Quotes and dashes of Windows-1252 are letters of Mac Roman.
  const windows = Buffer.from('Name;Street\nMary O\x92Brien;\x93Am Weg\x94 \x96 1\n', 'latin1')
  expect((await imports.upload(windows)).json()).toMatchObject({
    encoding: 'windows-1252',
    spellings: ['Mary O’Brien'],
  })
})

it('reads a file in the encoding that a person chooses', async () => {
  const file = Buffer.from('Name;Street\nIvan \xcf\xe5\xf2\xf0\xee\xe2;Weg 1\n', 'latin1')
  expect((await imports.upload(file)).json()).toMatchObject({ encoding: 'windows-1252' })
  expect((await imports.upload(file, { encoding: 'windows-1251' })).json()).toMatchObject({
    ...{ encoding: 'windows-1251', spellings: ['Ivan Петров'] },
  })
  const before = await server.database.db.$count(patientImport)
  const refused = await imports.upload(file, { encoding: 'utf-16le' })
  expect(refused.statusCode).toBe(400)
  expect(await server.database.db.$count(patientImport)).toBe(before)
})

it('stays with UTF-8 despite a broken byte, and names the row with it', async () => {
  const good = ['Zoë Broken', 'Jürgen Broken', 'Björn Broken', 'Łukasz Broken']
  const file = Buffer.concat([
    Buffer.from(['Name,Street', ...good.map((name) => `${name},x`), ''].join('\n')),
    Buffer.from('M\xfcller Broken,x\nPlain Broken,Stra\xdfe\n', 'latin1'),
  ])
  const checked = await imports.check(file)
  expect(checked).toMatchObject({ encoding: 'utf-8', faulty: 1 })
  expect(checked.problems).toEqual([
    { row: 6, field: 'Name', sentence: '“M\uFFFDller Broken” has a broken letter, shown as \uFFFD' },
  ])
  expect(await imports.start(checked._id)).toMatchObject({ added: 5 })
  expect(await names()).toEqual(expect.arrayContaining([...good, 'Plain Broken']))
})

it.each([
  ['sep=;\r\nName;Email\r\nSep One;sep1@example.org\r\n', ';'],
  ['\uFEFFsep=,\nName,Email\nSep One;x,sep2@example.org\n', ','],
  ['SEP=|\nName|Email\nSep One|sep3@example.org\n', '|'],
])('takes the separator from the first line of Excel, which is no row: %j', async (file, delimiter) => {
  const uploaded: ImportDetails = (await imports.upload(file)).json()
  expect(uploaded).toMatchObject({ delimiter, rows: 1, headings: ['Name', 'Email'], columns: ['name', 'email'] })
  // The row number is that of a spreadsheet, where this line is none.
  const wide = Buffer.from(`\uFEFF${file.replace('\uFEFF', '').replace('Sep One', '')}`, 'utf16le')
  const checked = await imports.check(wide)
  expect(checked.problems.map(({ row }) => row)).toEqual(delimiter === ',' ? [] : [2])
})
