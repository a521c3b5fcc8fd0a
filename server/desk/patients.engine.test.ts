import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { PatientFound } from '#contract/patient/found.ts'
import { audit } from '#server/database/schema/audit.ts'
import { user } from '#server/database/schema/user.ts'
import { openTestApp, type TestApp } from '#server/testing/app.ts'
import { openTestStaff, type TestStaff } from '#server/testing/calendar/staff.ts'

let server: TestApp
let staff: TestStaff

beforeAll(async () => {
  server = await openTestApp()
  staff = await openTestStaff(server)
  await add("Anna O'Brien", { date: 'May 5, 2026', phone: '+1 (212) 555-0142' })
  await add('Bert Anders', { date: 'May 4, 2026', phone: '646 555 7788' })
  await add('Carl Cole', { date: 'May 3, 2026', phone: '01 42 99 00 11 22' })
})
afterAll(() => server.close())

async function add(name: string, { date, phone }: { date: string; phone: string }) {
  const [treatment] = await staff.treatments()
  const slot = '08.00 AM - 08.30 AM'
  const payload = { patient: { name, phone }, treatmentId: treatment?._id, date, slot, requestId: randomUUID() }
  const response = await staff.bookFor(payload)
  if (response.statusCode !== 201) throw new Error(response.body)
}

const search = async (text: string): Promise<PatientFound[]> =>
  (
    await server.app.inject({
      url: `/desk/patients?search=${encodeURIComponent(text)}`,
      headers: staff.admin.bearer,
    })
  ).json()
const names = async (text: string) => (await search(text)).map(({ name }) => name)

it('patients are found by the beginnings of words of their name, in order', async () => {
  expect(await names('an')).toEqual(["Anna O'Brien", 'Bert Anders'])
  expect(await names('ANN bri')).toEqual(["Anna O'Brien"])
  expect(await names('nna')).toEqual([])
})

it('patients are found by their email, but not by the words of a placeholder', async () => {
  const { email } = await server.person({ name: 'Dora Dahl' })
  expect(await names(email)).toEqual(['Dora Dahl'])
  for (const text of ['no-email', 'patients', 'invalid']) expect(await names(text)).toEqual([])
})

it('patients are found by four or more digits of a phone number, however it is written', async () => {
  expect(await names('2125550142')).toEqual(["Anna O'Brien"])
  expect(await names('(212) 555')).toEqual(["Anna O'Brien"])
  expect(await names('0142')).toEqual(["Anna O'Brien", 'Carl Cole'])
  expect(await names('014')).toEqual([])
  expect(await names('7788555')).toEqual([])
})

it('a patient is shown with phone and next appointment, without a placeholder', async () => {
  expect(await search('bert')).toEqual([
    {
      _id: expect.any(String),
      name: 'Bert Anders',
      phone: '646 555 7788',
      next: { date: 'May 4, 2026', slot: '08.00 AM - 08.30 AM', treatment: expect.any(String) },
    },
  ])
})

it('at most ten patients are listed', async () => {
  await server.database.db
    .insert(user)
    .values(
      Array.from({ length: 12 }, (_, n) => ({ id: `many${n}`, name: `Many ${n}`, email: `many${n}@example.org` })),
    )
  expect(await names('many')).toHaveLength(10)
})

it.each(['', 'a', 'x'.repeat(101)])('the search %j is refused', async (text) => {
  const headers = staff.admin.bearer
  const response = await server.app.inject({ url: `/desk/patients?search=${text}`, headers })
  expect([response.statusCode, Object.keys(response.json().errors)]).toEqual([400, ['search']])
})

it('a search is recorded once an hour for each admin and text', async () => {
  const other = await server.person({ role: 'admin' })
  const url = '/desk/patients?search=zoe'
  await Promise.all([1, 2, 3].map(() => search('zoe')))
  await server.app.inject({ url, headers: other.bearer })
  await search('zoe k')
  const rows = await server.database.db.select().from(audit).where(eq(audit.action, 'search-patients'))
  const recorded = rows.filter(({ target }) => target.startsWith('zoe')).map(({ userId, target }) => [userId, target])
  expect(recorded).toEqual([
    [staff.admin.userId, 'zoe'],
    [other.userId, 'zoe'],
    [staff.admin.userId, 'zoe k'],
  ])
})
