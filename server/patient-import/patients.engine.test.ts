import { eq, inArray, like, ne } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { audit } from '#server/database/schema/audit.ts'
import { mail } from '#server/database/schema/mail.ts'
import { patient, patientPhone, patientUser } from '#server/database/schema/patient.ts'
import { patientImportRow } from '#server/database/schema/patient-import.ts'
import { openTestImports } from '#server/patient-import/testing/patient-import.ts'
import { openTestApp, type TestApp } from '#server/testing/app.ts'

let server: TestApp
let imports: Awaited<ReturnType<typeof openTestImports>>
beforeAll(async () => {
  server = await openTestApp()
  imports = await openTestImports(server)
})
afterAll(() => server.close())

const named = (...names: string[]) => server.database.db.select().from(patient).where(inArray(patient.name, names))
const phonesOf = async (id: string) =>
  (await server.database.db.select().from(patientPhone).where(eq(patientPhone.patientId, id))).map((row) => row.number)
const trail = async () =>
  (await server.database.db.select().from(audit).where(ne(audit.action, 'list-patients')).orderBy(audit.id)).map(
    ({ action, target }) => `${action}: ${target}`,
  )

it('imports what is right, and lists what is wrong by row and field', async () => {
  const file = [
    'Name,Birth date,Email,Phone,Mobile,Language,Preferred contact,Notes,Patient number,Shoe size',
    'Zoë Müller,1984-12-31,ZOE@example.org,(212) 555-0142,212 555 0143,German,SMS,"allergic\nto latex",77,43',
    ',31.12.1984,,,,,,,,',
    'Ben Cole,12/31/2984,nobody,no phone,,Klingon,pigeon,,,',
    '"Too ""few"" cells",1984-12-31',
  ].join('\r\n')
  const checked = await imports.check(`${file}\r\n`)
  expect(checked).toMatchObject({ rows: 4, faulty: 3, encoding: 'utf-8', delimiter: ',' })
  expect(checked.columns.at(-1)).toBeNull()
  expect(checked.problems.map(({ row, field, sentence }) => `${row} ${field}: ${sentence}`)).toEqual([
    '3 Name: The name is missing',
    '4 Birth date: 2984-12-31 is in the future',
    '4 Email: “nobody” is no email address',
    '4 Phones: “no phone” is no phone number',
    '4 Language: “Klingon” is no language; write a code such as en or de',
    '4 Preferred contact: “pigeon” is no way to reach a patient; write email, sms, phone or none',
    '5 row: This row has 2 cells instead of 10; a quote or a separator may be missing',
  ])
  expect(await named('Zoë Müller')).toEqual([])
  const imported = await imports.start(checked._id)
  expect(imported).toMatchObject({ added: 1, faulty: 3, skipped: 0, state: 'imported' })
  const [zoe] = await named('Zoë Müller')
  expect(zoe).toMatchObject({
    ...{ birthDate: '1984-12-31', email: 'zoe@example.org', language: 'de', contact: 'sms' },
    notes: 'allergic\nto latex',
  })
  expect((await phonesOf(zoe?.id ?? '')).sort()).toEqual(['(212) 555-0142', '212 555 0143'])
  expect((await trail()).at(-1)).toBe('import-patients: 1 patients of patients.csv; 0 updated, 0 skipped, 3 left out')
  expect(await server.database.db.$count(mail)).toBe(0)
  const csv = await imports.get(`/patient-imports/${checked._id}/problems`)
  expect(csv.body).toContain('4,Email,“nobody” is no email address\r\n')
  const rows = await server.database.db.select().from(patientImportRow).where(eq(patientImportRow.row, 2))
  expect(rows).toMatchObject([{ cells: null, values: null, email: null, nameKey: null }])
})

it('finds duplicates of patients and within the file, and does with each kind what was chosen', async () => {
  await imports.run('Name,Birth date,Email,Phone,Id\nIda Known,,,212 555 0199,I1\nJon Known,1970-01-01,,,\n')
  const file = [
    'Name,Birth date,Email,Phone,Notes,Id',
    'ÍDA known,1990-02-03,,+1 (212) 555-0199,new,',
    'Jon Known,1970-01-01,jon@example.org,,,',
    'Kim New,1991-01-01,kim@example.org,,,',
    'Kim New,,kim@example.org,212 555 0111,,',
    'Lea New,2015-01-01,kim@example.org,,,',
    'Someone Else,,,,,I1',
  ].join('\n')
  const checked = await imports.check(file)
  expect(checked.duplicates.map(({ kind, count, examples }) => [kind, count, examples[0]])).toEqual([
    ['id', 1, { row: 7, name: 'Someone Else', like: 'Ida Known' }],
    ['email', 1, { row: 5, name: 'Kim New', like: 'row 4' }],
    ['phone', 1, { row: 2, name: 'ÍDA known', like: 'Ida Known' }],
    ['birth-date', 1, { row: 3, name: 'Jon Known', like: 'Jon Known' }],
    ['family', 1, { row: 6, name: 'Lea New', like: 'row 4' }],
  ])
  const duplicates = { phone: 'update', email: 'update', 'birth-date': 'add' } as const
  const done = await imports.start(checked._id, { duplicates })
  expect(done).toMatchObject({ added: 3, updated: 2, skipped: 1 })
  expect(await named('Ida Known', 'ÍDA known')).toMatchObject([{ birthDate: '1990-02-03', notes: 'new' }])
  expect(await named('Jon Known')).toHaveLength(2)
  const [kim, ...others] = await named('Kim New')
  expect(others).toEqual([])
  expect(await phonesOf(kim?.id ?? '')).toEqual(['212 555 0111'])

  const undone = await imports.undo(checked._id)
  expect(undone).toMatchObject({ kept: 0 })
  expect(await named('Kim New', 'Lea New')).toEqual([])
  expect(await named('Ida Known')).toMatchObject([{ birthDate: null, notes: '' }])
  expect(await named('Jon Known')).toHaveLength(1)
})

it('adds nobody from the same file twice, and says when it was imported', async () => {
  const file = 'Name,Birth date,Phone\nOda Once,1980-01-01,\nPia Once,,212 555 0177\n'
  await imports.run(file)
  const again = await imports.check(file)
  expect(again.sameFile).toBeDefined()
  expect(await imports.start(again._id)).toMatchObject({ added: 0, skipped: 2 })
  expect(await named('Oda Once', 'Pia Once')).toHaveLength(2)
})

it('sends links to make an account if asked', async () => {
  await imports.run('Name,Email\nQuinn Claim,quinn@example.org\nRia Claim,\n', { claimLinks: true })
  const mails = await server.database.db.select().from(mail)
  expect(mails.map(({ kind, recipient }) => `${kind} ${recipient}`)).toEqual(['claim-account quinn@example.org'])
})

it('keeps patients to whom something refers, and names them', async () => {
  const done = await imports.run('Name\nSue Account\nTom Merged\nUma Free\n')
  const people = new Map((await named('Sue Account', 'Tom Merged', 'Uma Free')).map(({ name, id }) => [name, id]))
  const account = await server.person()
  const { db } = server.database
  const [sue = '', tom = ''] = [people.get('Sue Account'), people.get('Tom Merged')]
  await db.insert(patientUser).values({ userId: account.userId, patientId: sue, relation: 'child' })
  await db.update(patient).set({ mergedInto: account.patientId }).where(eq(patient.id, tom))
  const undone = await imports.undo(done._id)
  expect(undone.kept).toBe(2)
  expect(undone.keptPatients.map(({ sentence }) => sentence)).toEqual([
    'Sue Account has an account',
    'Tom Merged was merged with another record',
  ])
  expect(await named('Uma Free')).toEqual([])
  expect((await trail()).at(-1)).toBe('undo-import: of patients.csv: 1 undone, 2 kept')
})

it('keeps patients who are not as it left them, and names them', async () => {
  const names = ['Abe Edited', 'Bo Phone', 'Cy Noted', 'Di Same']
  const file = names.map((name) => `${name},1990-01-01,212 555 0188,`)
  // The last row fills a field of the patient whom an earlier row adds: no change by somebody else.
  const text = ['Name,Birth date,Phone,Language', ...file, 'Di Same,1990-01-01,,de'].join('\n')
  const done = await imports.run(text, { duplicates: { 'birth-date': 'update' } })
  expect(done).toMatchObject({ added: 4, updated: 1 })
  const edit = async (name: string, seen: object, change: object) => {
    const [found] = await named(name)
    const url = `/desk/patients/${found?.id}`
    const payload = { seen, change }
    const edited = await server.app.inject({ method: 'PATCH', url, headers: imports.admin.bearer, payload })
    expect(edited.statusCode, edited.body).toBe(200)
  }
  await edit('Abe Edited', { language: '' }, { language: 'fr' })
  await edit('Bo Phone', { phones: ['212 555 0188'] }, { phones: ['212 555 0188', '212 555 0189'] })
  await edit('Cy Noted', { notes: '' }, { notes: 'prefers mornings' })
  const undone = await imports.undo(done._id)
  expect(undone.keptPatients.map(({ sentence }) => sentence)).toEqual([
    'Abe Edited was changed since the import',
    'Bo Phone was changed since the import',
    'Cy Noted was changed since the import',
  ])
  expect((await named(...names)).map(({ name }) => name).sort()).toEqual(names.slice(0, 3))
})

it('runs one import at a time, and cancels a running one by taking back what was imported', async () => {
  const rows = Array.from({ length: 6_000 }, (_, i) => `Many ${i},many${i}@example.org`)
  const checked = await imports.check(['Name,Email', ...rows].join('\n'))
  const other = (await imports.upload('Name\nVic Waits\n')).json()
  const begun = await imports.step(checked._id, 'start', { duplicates: {} })
  expect(begun.statusCode, begun.body).toBe(200)
  await expect.poll(async () => (await imports.read(checked._id)).added, { interval: 5, timeout: 60_000 }).not.toBe(0)
  const refusal = await imports.step(other._id, 'check', { columns: ['name'], dateOrder: 'month-first' })
  expect([refusal.statusCode, refusal.json().code]).toEqual([409, 'running'])
  expect((await imports.step(checked._id, 'start', { duplicates: {} })).statusCode).toBe(409)
  expect((await imports.step(checked._id, 'cancel')).statusCode).toBe(200)
  const undone = await imports.until(checked._id, 'undone')
  expect(undone.added).toBeGreaterThan(0)
  expect(undone.added).toBeLessThan(6_000)
  expect(undone.kept).toBe(0)
  expect(await server.database.db.$count(patient, like(patient.email, 'many%@example.org'))).toBe(0)
})

it('takes nobody for somebody who was born on another day, in the check and in the import', async () => {
  const headings = 'Name,Birth date,Email,Phone,Id'
  await imports.run(`${headings}\nJohn Doe,1960-01-01,john@example.org,212 555 0177,J1\n`)
  const file = [
    headings,
    'John Doe,1990-01-01,john@example.org,212 555 0177,',
    'John Doe,1991-01-01,,,J1',
    'John Doe,1992-01-01,,212 555 0177,J9',
    'John Doe,1993-01-01,,212 555 0177,J9',
  ].join('\n')
  const checked = await imports.check(file)
  expect(checked.duplicates).toEqual([])
  const update = { id: 'update', email: 'update', phone: 'update', 'birth-date': 'update' } as const
  expect(await imports.start(checked._id, { duplicates: update })).toMatchObject({ added: 4, updated: 0, skipped: 0 })
  expect((await named('John Doe')).map(({ birthDate }) => birthDate).toSorted()).toEqual([
    ...['1960-01-01', '1990-01-01', '1991-01-01', '1992-01-01', '1993-01-01'],
  ])
})
