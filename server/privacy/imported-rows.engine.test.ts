import { eq, sql } from 'drizzle-orm'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { patient } from '#server/database/schema/patient.ts'
import { patientImport, patientImportRow } from '#server/database/schema/patient-import.ts'
import { openTestImports } from '#server/patient-import/testing/patient-import.ts'
import { openTestApp, type TestApp } from '#server/testing/app.ts'
import { deleteWhatIsOld } from './retention-jobs.ts'

// What becomes of the text of persons in the rows of imported files.

let server: TestApp
let imports: Awaited<ReturnType<typeof openTestImports>>
beforeAll(async () => {
  server = await openTestApp()
  imports = await openTestImports(server)
})
afterAll(() => server.close())

const days = { unconfirmedAccounts: 30, emails: 365, audit: 1_095 }
const run = () => deleteWhatIsOld({ db: server.database.db, log: pino({ level: 'silent' }), retention: days })
const age = (id: string, count: number) =>
  server.database.db
    .update(patientImport)
    .set({ createdAt: sql`now() - make_interval(days => ${count})` as unknown as Date })
    .where(eq(patientImport.id, id))
const rowsOf = (id: string) =>
  server.database.db
    .select()
    .from(patientImportRow)
    .where(eq(patientImportRow.importId, id))
    .orderBy(patientImportRow.row)
const textOf = async (id: string) => JSON.stringify(await rowsOf(id))
const idOf = async (name: string) =>
  (await server.database.db.select().from(patient).where(eq(patient.name, name))).at(0)?.id ?? ''

it('a row with a problem loses its text 30 days after the upload, and a patient can still be taken back', async () => {
  const known = await imports.run('Name,Birth date\nKay Known,1970-01-01\n')
  const file =
    'Name,Birth date,Email\nKay Known,1970-01-01,kay@example.org\nSol Added,1990-01-01,sol\nZed Wrong,never,zed\n'
  const { _id } = await imports.run(file, { duplicates: { 'birth-date': 'update' } })
  await age(_id, 29)
  await run()
  expect(await textOf(_id)).toMatch(/“sol” is no email address.*Zed Wrong.*“zed” is no email address/)
  await age(_id, 31)
  await run()
  expect(await textOf(_id)).not.toMatch(/Zed|zed|kay@|Sol|sol/)
  expect(await imports.read(_id)).toMatchObject({
    ...{ faulty: 1, partial: 0, partialProblems: [] },
    problems: [{ row: 4, field: 'row', sentence: 'What was wrong with this row was deleted 30 days after the upload' }],
  })
  const undone = await imports.undo(_id)
  expect(undone.keptPatients.map(({ sentence }) => sentence)).toEqual([
    'Kay Known was filled too long ago to be taken back',
  ])
  expect(await idOf('Sol Added')).toBe('')
  await imports.undo(known._id)
})

it('a file that nobody has imported is deleted a week after its upload', async () => {
  const uploaded = (await imports.upload('Name\nUna Uploaded\n')).json()
  const checked = await imports.check('Name\nChe Checked\n')
  const recent = (await imports.upload('Name\nRae Recent\n')).json()
  for (const id of [uploaded._id, checked._id]) await age(id, 8)
  await age(recent._id, 6)
  await run()
  const left = await server.database.db.select({ id: patientImport.id }).from(patientImport)
  const ids = left.map(({ id }) => id)
  expect([uploaded._id, checked._id, recent._id].map((id) => ids.includes(id))).toEqual([false, false, true])
  expect(await rowsOf(checked._id)).toEqual([])
})

it('an export has the rows about a patient, an erasure deletes them, and those of others stay', async () => {
  await imports.run('Name,Email,Id\nEra Sed,era@example.org,E-1\nOla Other,ola@example.org,\n')
  const { _id: faulty } = await imports.check(
    'Name,Email,Birth date\nEra Sed,Era@Example.org,never\nOla Other,ola@x.co,no\n',
  )
  const { _id: waiting } = (
    await imports.upload('Name,Email\nE. Sed,ERA@example.org\nNot Era,notera@example.org\n')
  ).json()
  const id = await idOf('Era Sed')
  const exported = (await imports.get(`/desk/patients/${id}/personalData`)).json()
  expect(exported.patients[0].oldIds).toEqual(['E-1'])
  expect(exported.importedRows.map(({ row, texts }: { row: number; texts: string[] }) => [row, ...texts])).toEqual([
    [2, 'E. Sed', 'ERA@example.org'],
    [2, 'Era Sed', 'Era@Example.org', 'never'],
  ])
  const erased = await server.app.inject({
    ...{ method: 'POST', url: `/desk/patients/${id}/erasure`, headers: imports.admin.bearer, payload: {} },
  })
  expect(erased.statusCode, erased.body).toBe(204)
  expect((await rowsOf(faulty)).map(({ row }) => row)).toEqual([3])
  expect((await rowsOf(waiting)).map(({ row }) => row)).toEqual([3])
})

it('an account gets no row by its address alone, which may be mistyped', async () => {
  const ann = await server.person()
  await imports.check(`Name,Email,Birth date,Notes\nSomebody Else,${ann.email},never,Penicillin\n`)
  const file = await imports.get(`/user/personalData/${ann.email}?format=json`)
  expect(file.json().importedRows).toEqual([])
  expect(file.body).not.toContain('Penicillin')
})
