import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { eq, ne, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { audit } from '#server/database/audit-schema.ts'
import { doctor, photo } from '#server/database/doctor-schema.ts'
import { claimUnusedPhoto, releasePhoto } from '#server/photo/store.ts'
import { openTestApp, type TestApp } from '#server/testing/app.ts'
import { cameraPhoto, upload } from '#server/testing/photos.ts'

let server: TestApp
let admin: Awaited<ReturnType<TestApp['person']>>
let img: string
beforeAll(async () => {
  server = await openTestApp()
  admin = await server.person({ role: 'admin' })
})
afterAll(() => server.close())
beforeEach(async () => {
  await server.database.db.delete(doctor)
  img = (await upload(server, admin.bearer, await cameraPhoto())).json().data.url
})

const bell = () => ({ name: 'Dr. Bell', email: 'bell@clinic.example', specialty: 'Oral Surgery', img })
const add = (payload: object, headers = admin.bearer) =>
  server.app.inject({ method: 'POST', url: '/doctor', headers, payload })
const remove = (email: string) =>
  server.app.inject({ method: 'DELETE', url: `/doctor/${email}`, headers: admin.bearer })
const list = (query = '') => server.app.inject({ url: `/doctor${query}`, headers: admin.bearer })
const told = (action: 'add-doctor' | 'delete-doctor') => server.database.db.$count(audit, eq(audit.action, action))
const photoFiles = () => {
  const folder = join(server.config.dataDir, 'photos')
  return existsSync(folder) ? readdirSync(folder).filter((name) => name.includes(img.slice(-36))) : []
}

it('adds a doctor and lists them as they were given', async () => {
  const before = await told('add-doctor')
  const added = await add({ ...bell(), email: 'Bell@Clinic.example' })
  expect([added.statusCode, added.json()]).toEqual([201, { insertedId: expect.stringMatching(/^[0-9a-f-]{36}$/) }])
  const listed = await list()
  expect(listed.json()).toEqual([{ _id: added.json().insertedId, ...bell() }])
  expect(listed.headers['x-total-count']).toBe('1')
  expect(await told('add-doctor')).toBe(before + 1)
  const [entry] = (await server.app.inject({ url: '/audit', headers: admin.bearer })).json().entries
  expect(entry).toMatchObject({ who: admin.email, what: 'add-doctor', whom: 'bell@clinic.example', from: '127.0.0.1' })
})

it('takes the photo’s address with the site’s origin, with its twin’s and without one', async () => {
  const { pathname } = new URL(img)
  for (const address of [img, img.replace('localhost', '127.0.0.1'), pathname]) {
    await server.database.db.delete(doctor)
    expect((await add({ ...bell(), img: address })).statusCode).toBe(201)
    expect((await list()).json()[0].img).toBe(img)
  }
})

it.each<[wrong: object, errors: object]>([
  [{ name: ' ' }, { name: 'Name is Required' }],
  [{ name: undefined }, { name: 'Name is Required' }],
  [{ name: 'a\nb' }, { name: 'Must not contain control characters' }],
  [{ email: '' }, { email: 'Email is Required' }],
  [{ email: 'abc' }, { email: 'Provide a valid Email' }],
  [{ img: undefined }, { img: 'Image is Required' }],
  [{ img: '' }, { img: 'Image is Required' }],
  [{ specialty: undefined }, { specialty: 'The name of a treatment, or empty' }],
  [{ specialty: 'Alchemy' }, { specialty: 'There is no treatment of this name.' }],
  [{ img: 'https://elsewhere.example/tracker.gif' }, { img: expect.stringMatching(/not added here/) }],
  [{ img: 'javascript:alert(1)' }, { img: expect.stringMatching(/not added here/) }],
  [{ img: 'data:image/png;base64,AAAA' }, { img: expect.stringMatching(/not added here/) }],
  [{ img: '/image/00000000-0000-4000-8000-000000000000' }, { img: expect.stringMatching(/not added here/) }],
  [
    { img: 'https://elsewhere.example/image/00000000-0000-4000-8000-000000000000' },
    { img: expect.stringMatching(/not added here/) },
  ],
])('refuses %j and names the field', async (wrong, errors) => {
  const refused = await add({ ...bell(), ...wrong })
  expect([refused.statusCode, refused.json().errors]).toEqual([400, errors])
  expect((await list()).json()).toEqual([])
})

it('takes a doctor without a specialty', async () => {
  expect((await add({ ...bell(), specialty: '' })).statusCode).toBe(201)
})

it('tells that there is a doctor with this email already', async () => {
  await add(bell())
  const before = await told('add-doctor')
  const refused = await add({ ...bell(), name: 'Another' })
  expect([refused.statusCode, refused.json()]).toEqual([
    409,
    {
      type: 'about:blank',
      title: 'Conflict',
      status: 409,
      detail: 'There is a doctor with this email already.',
      errors: { email: 'There is a doctor with this email already.' },
    },
  ])
  expect(await told('add-doctor')).toBe(before)
})

it('adds one of twenty doctors who come at once with one email, and tells of one', async () => {
  const before = await told('add-doctor')
  const answers = await Promise.all(Array.from({ length: 20 }, (_, n) => add({ ...bell(), name: `Dr. ${n}` })))
  const statuses = answers.map(({ statusCode }) => statusCode).sort()
  expect(statuses).toEqual([201, ...Array(19).fill(409)])
  expect((await list()).json()).toHaveLength(1)
  expect(await told('add-doctor')).toBe(before + 1)
})

it('deletes a doctor, and the photo with them', async () => {
  await add(bell())
  const before = await told('delete-doctor')
  const { pathname } = new URL(img)
  expect((await server.app.inject(pathname)).statusCode).toBe(200)
  const gone = await remove('BELL@clinic.example')
  expect([gone.statusCode, gone.json()]).toEqual([200, { deletedCount: 1 }])
  await expect.poll(async () => (await server.app.inject(pathname)).statusCode).toBe(404)
  expect((await server.app.inject(`${pathname}/small`)).statusCode).toBe(404)
  await expect.poll(() => server.database.db.$count(photo, eq(photo.id, img.slice(-36)))).toBe(0)
  expect(photoFiles()).toEqual([])
  expect((await list()).json()).toEqual([])
  expect(await told('delete-doctor')).toBe(before + 1)
})

it('deletes nobody for an email that no doctor has, and tells of nothing', async () => {
  const before = await told('delete-doctor')
  const gone = await remove('nobody@clinic.example')
  expect([gone.statusCode, gone.json()]).toEqual([200, { deletedCount: 0 }])
  expect(await told('delete-doctor')).toBe(before)
})

it('counts one deletion of many at once', async () => {
  await add(bell())
  const before = await told('delete-doctor')
  const answers = await Promise.all(Array.from({ length: 10 }, () => remove(bell().email)))
  expect(answers.reduce((sum, answer) => sum + answer.json().deletedCount, 0)).toBe(1)
  expect(await told('delete-doctor')).toBe(before + 1)
})

it('keeps a photo as long as one of the doctors who have it is there', async () => {
  await add(bell())
  await add({ ...bell(), email: 'twin@clinic.example' })
  await remove(bell().email)
  expect(await claimUnusedPhoto(server.database.db)).toBeUndefined()
  expect(photoFiles()).toHaveLength(2)
  await remove('twin@clinic.example')
  await expect.poll(photoFiles).toEqual([])
})

it('never lists a doctor whose photo was taken away in the same moment', async () => {
  const { db } = server.database
  for (let round = 0; round < 15; round += 1) {
    await db.delete(doctor)
    const url = (await upload(server, admin.bearer, await cameraPhoto({ width: 40, height: 40 }))).json().data.url
    await releasePhoto(db, new URL(url).pathname)
    const [added] = await Promise.all([
      add({ ...bell(), img: url }),
      claimUnusedPhoto(db).catch((error) => expect(error.cause.constraint).toBe('photo_of_doctor')),
    ])
    const known = await db.$count(photo, eq(photo.url, new URL(url).pathname))
    expect([added.statusCode, known]).toEqual(added.statusCode === 201 ? [201, 1] : [400, 0])
  }
})

it('tells who comes too late for a photo that it is gone', async () => {
  const { db, engine } = server.database
  const waiting = sql`pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
  await db.delete(photo).where(ne(photo.url, new URL(img).pathname))
  await releasePhoto(db, new URL(img).pathname)
  const { adding } = await db.transaction(async (tx) => {
    expect(await claimUnusedPhoto(tx)).toBe(img.slice(-36))
    const adding = add(bell())
    // PGlite has one connection: there it waits by itself.
    if (engine === 'postgres') await expect.poll(() => db.$count(waiting)).toBe(1)
    return { adding }
  })
  const refused = await adding
  expect([refused.statusCode, refused.json().errors]).toEqual([400, { img: expect.stringMatching(/not added here/) }])
})

it('finds, orders and pages hundreds of doctors', async () => {
  const { db } = server.database
  const { pathname } = new URL(img)
  await db.insert(doctor).values(
    Array.from({ length: 500 }, (_, n) => ({
      id: crypto.randomUUID(),
      name: `${n % 2 ? 'dr.' : 'Dr.'} ${String(n).padStart(3, '0')} ${n === 7 ? 'Éva Zürcher' : 'Berg'}`,
      email: `d${n}@clinic.example`,
      specialty: n < 3 ? 'Oral Surgery' : '',
      img: pathname,
      createdAt: new Date(1_700_000_000_000 + n * 1_000),
    })),
  )
  const names = async (query: string) =>
    (await list(query)).json().map(({ name }: { name: string }) => name.slice(4, 7))
  expect((await list()).json()).toHaveLength(500)
  expect(await names('?limit=3')).toEqual(['000', '001', '002'])
  expect(await names('?limit=3&page=2')).toEqual(['003', '004', '005'])
  expect(await names('?limit=2&sort=newest')).toEqual(['499', '498'])
  expect(
    (await list('?limit=3&sort=specialty&page=167')).json().map((one: { specialty: string }) => one.specialty),
  ).toEqual(['Oral Surgery', 'Oral Surgery'])
  expect(await names('?search=zürch')).toEqual(['007'])
  expect(await names('?search=oral berg')).toEqual(['000', '001', '002'])
  const none = await list('?search=nobody')
  expect([none.json(), none.headers['x-total-count']]).toEqual([[], '0'])
  expect((await list('?search=berg&limit=10')).headers['x-total-count']).toBe('499')
})

it.each(['?limit=0', '?page=0', '?limit=5000', '?sort=height', '?page=x'])('refuses %s', async (query) => {
  expect((await list(query)).statusCode).toBe(400)
})

it('shows sample doctors in demo mode, once and to a clinic that has none of its own', async () => {
  const { database } = server
  await database.db.delete(doctor)
  for (const _start of [1, 2]) {
    const demo = await openTestApp({ database, env: { DEMO: 'on', DATA_DIR: server.config.dataDir } })
    const listed = (await demo.app.inject({ url: '/doctor', headers: admin.bearer })).json()
    expect(listed).toHaveLength(6)
    for (const { img } of listed) {
      for (const path of [new URL(img).pathname, `${new URL(img).pathname}/small`]) {
        expect((await demo.app.inject(path)).statusCode).toBe(200)
      }
    }
    await demo.app.close()
  }
})
