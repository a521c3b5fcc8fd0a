import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { user } from '#server/database/schema/user.ts'
import { openTestApp, type TestApp } from '#server/testing/app.ts'
import { makeStaff } from '#server/testing/staff.ts'

let server: TestApp
let boss: Awaited<ReturnType<TestApp['person']>>
const users = [
  ['Ann O’Brien', 'ann@mail.example', 'patient', true],
  ['bo Berg-Smith', 'bo.berg+teeth@clinic.example', 'admin', false],
  ['José Ångström', 'jose@mail.example', 'patient', false],
  ["Sean O'Neill", 'sean_oneill@clinic.example', 'patient', true],
] as const

beforeAll(async () => {
  server = await openTestApp()
  boss = await server.person({ role: 'admin', name: 'Zoe Boss' })
  await server.database.db.insert(user).values(
    users.map(([name, email, , emailVerified], n) => ({
      ...{ id: `u${n}`, name, email, emailVerified },
      createdAt: new Date(Date.UTC(2020, 0, n + 1)),
    })),
  )
  for (const [, email, role] of users) if (role !== 'patient') await makeStaff(server.database.db, email)
})
afterAll(() => server.close())

async function insertPatients(first: number, last: number) {
  // A statement has ten seconds, also on a busy machine.
  const part = 200
  for (let from = first; from <= last; from += part)
    await server.database.db.execute(sql`
      insert into "user" (id, name, email, role)
      select 'many-' || n, 'Patient Number ' || n, 'many-' || n || '@many.example', 'patient'
      from generate_series(${from}::int, ${Math.min(from + part - 1, last)}) n`)
}

async function list(query: Record<string, string>) {
  const answer = await server.app.inject({ url: '/user', query, headers: boss.bearer })
  const names = answer.json().map(({ name }: { name: string }) => name.split(' ')[0])
  return { names, total: Number(answer.headers['x-total-count']), body: answer.json() }
}

it('lists all users by email without parameters', async () => {
  const { names, total, body } = await list({})
  expect(total).toBe(5)
  expect(names.filter((name: string) => name !== 'Zoe')).toEqual(['Ann', 'bo', 'José', 'Sean'])
  expect(body.find(({ name }: { name: string }) => name === 'Ann O’Brien')).toEqual({
    name: 'Ann O’Brien',
    email: 'ann@mail.example',
    role: 'patient',
    verified: true,
  })
})

it.each([
  ['ann', ['Ann']],
  ['ANN', ['Ann']],
  ['berg', ['bo']],
  ['smi', ['bo']],
  ['bo smi', ['bo']],
  ['smi bo', ['bo']],
  ['teeth', ['bo']],
  ['bo.berg+teeth@clinic.example', ['bo']],
  ['@clinic', ['bo', 'Sean']],
  ["o'n", ['Sean']],
  ['oneill', ['Sean']],
  ['jos', ['José']],
  ['José Ång', ['José']],
  ['rien smith', []],
  ['eill', []],
  ["' | !x & (", []],
  ['\\', []],
  ['%', []],
])('the search %j finds %j', async (search, found) => {
  const { names, total } = await list({ search })
  expect(names).toEqual(found)
  expect(total).toBe(found.length)
})

it.each([
  ['name', ['Ann', 'bo', 'José', 'Sean', 'Zoe']],
  ['newest', ['Zoe', 'Sean', 'José', 'bo', 'Ann']],
])('sorts by %s', async (sort, expected) => {
  expect((await list({ sort })).names).toEqual(expected)
})

it('sorts by role', async () => {
  const { names } = await list({ sort: 'admins' })
  expect(names.slice(0, 2).sort()).toEqual(['Zoe', 'bo'])
  expect(names.slice(2)).toEqual(['Ann', 'José', 'Sean'])
})

it('pages through the list without gaps or repeats', async () => {
  const pages = await Promise.all(['1', '2', '3', '4'].map((page) => list({ sort: 'name', limit: '2', page })))
  expect(pages.map(({ names }) => names)).toEqual([['Ann', 'bo'], ['José', 'Sean'], ['Zoe'], []])
  expect(pages.map(({ total }) => total)).toEqual([5, 5, 5, 5])
})

it.each([
  ['page=0', 'page'],
  ['page=', 'page'],
  ['limit=1001', 'limit'],
  ['limit=x', 'limit'],
  ['sort=password', 'sort'],
  [`search=${'x'.repeat(101)}`, 'search'],
  ['search=a&search=b', 'search'],
])('refuses ?%s and names the field', async (query, field) => {
  const refused = await server.app.inject({ url: `/user?${query}`, headers: boss.bearer })
  expect(refused.statusCode).toBe(400)
  expect(Object.keys(refused.json().errors)).toEqual([field])
})

it('lists 1000 of 10,000 users without parameters, with the total, and uses an index for each order', async () => {
  const { db } = server.database
  await insertPatients(1, 10_000)
  await db.execute(sql`vacuum analyze "user"`)
  const plain = await list({})
  expect(plain.body).toHaveLength(1000)
  expect(plain.total).toBe(10_005)
  expect((await list({ search: 'number 7777' })).total).toBe(1)

  const planOf = async (query: ReturnType<typeof sql>) => JSON.stringify(await db.execute(sql`explain ${query}`))
  const found = sql`select * from "user" where search_words(name || ' ' || email) @@ search_beginnings('number 7777')`
  expect(await planOf(found)).toContain('user_by_words')
  // Even the last page reads the index alone.
  const page = (order: string) => planOf(sql`select email from "user" order by ${sql.raw(order)} limit 20 offset 9900`)
  expect(await page('email')).toContain('Index Only Scan using user_email_once')
  expect(await page('lower(name), email')).toContain('Index Only Scan using user_by_name')
  expect(await page('created_at desc, email desc')).toContain('Index Only Scan Backward using user_by_age')
  expect(await page("(role <> 'admin'), email")).toContain('Index Only Scan using user_by_role')
})

it('lists those of 20,000 who match in the same order as those of a few', async () => {
  await insertPatients(10_001, 20_000)
  const search = async (text: string) => {
    const { body, total } = await list({ search: text, sort: 'name', limit: '3', page: '2' })
    return { total, emails: body.map(({ email }: { email: string }) => email) }
  }
  const emails = ['many-1000@many.example', 'many-10000@many.example', 'many-10001@many.example']
  expect(await search('patient')).toEqual({ total: 10_000, emails })
  expect(await search('number 1')).toEqual({ total: 10_000, emails })
  const desk = await server.app.inject({ url: '/desk/patients?search=patient', headers: boss.bearer })
  const found = desk.json().map(({ email }: { email: string }) => email)
  expect(found.slice(0, 2)).toEqual(['many-1@many.example', 'many-10@many.example'])
})
