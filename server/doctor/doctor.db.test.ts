import { eq, ne, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { audit } from '#server/database/schema/audit.ts'
import { doctor, photo } from '#server/database/schema/doctor.ts'
import { deleteUnusedPhotos, releasePhoto } from '#server/photo/store.ts'
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
const recorded = (action: 'add-doctor' | 'delete-doctor') => server.database.db.$count(audit, eq(audit.action, action))
const isStored = async () => (await server.database.db.$count(photo, eq(photo.id, img.slice(-36)))) === 1

it('adds a doctor and lists them', async () => {
  const before = await recorded('add-doctor')
  const added = await add({ ...bell(), email: 'Bell@Clinic.example' })
  expect([added.statusCode, added.json()]).toEqual([201, { insertedId: expect.stringMatching(/^[0-9a-f-]{36}$/) }])
  const listed = await list()
  expect(listed.json()).toEqual([{ _id: added.json().insertedId, ...bell() }])
  expect(listed.headers['x-total-count']).toBe('1')
  expect(await recorded('add-doctor')).toBe(before + 1)
  const [entry] = (await server.app.inject({ url: '/audit', headers: admin.bearer })).json().entries
  expect(entry).toMatchObject({
    actor: admin.email,
    action: 'add-doctor',
    target: 'bell@clinic.example',
    ip: '127.0.0.1',
  })
})

it('accepts our own photo with either origin of the site', async () => {
  for (const address of [img, img.replace('localhost', '127.0.0.1')]) {
    await server.database.db.delete(doctor)
    expect((await add({ ...bell(), img: address })).statusCode).toBe(201)
    expect((await list()).json()[0].img).toBe(img)
  }
})

it.each<[wrong: object, errors: object]>([
  [{ name: ' ' }, { name: 'Name is Required' }],
  [{ name: undefined }, { name: 'Name is Required' }],
  [{ name: 'a\nb' }, { name: 'Must not contain invisible or control characters' }],
  [{ email: '' }, { email: 'Email is Required' }],
  [{ email: 'abc' }, { email: 'Provide a valid Email' }],
  [{ img: undefined }, { img: 'Image is Required' }],
  [{ img: '' }, { img: 'Image is Required' }],
  [{ specialty: 'Alchemy' }, { specialty: 'There is no treatment of this name.' }],
  [{ img: 'javascript:alert(1)' }, { img: 'Must be an https address' }],
  [{ img: 'data:image/png;base64,AAAA' }, { img: 'Must be an https address' }],
  [{ img: 'http://elsewhere.example/a.png' }, { img: 'Must be an https address' }],
  [{ img: 'https://user:pass@elsewhere.example/a.png' }, { img: 'Must be an https address' }],
  [{ img: 'https://user@elsewhere.example/a.png' }, { img: 'Must be an https address' }],
  [{ img: '/image/00000000-0000-4000-8000-000000000000' }, { img: 'Must be an https address' }],
  [{ img: '//elsewhere.example/a.png' }, { img: 'Must be an https address' }],
  [{ img: `https://elsewhere.example/${'x'.repeat(2_023)}` }, { img: 'Must be 2048 characters or shorter' }],
  // Longer once percent-encoded; the database limits the size of index entries.
  [{ img: `https://elsewhere.example/${'ä'.repeat(1_000)}` }, { img: 'Must be 2048 characters or shorter' }],
  [
    { img: 'http://localhost:3000/image/00000000-0000-4000-8000-000000000000' },
    { img: expect.stringMatching(/don’t have this photo/) },
  ],
])('refuses %j and names the field', async (wrong, errors) => {
  const refused = await add({ ...bell(), ...wrong })
  expect([refused.statusCode, refused.json().errors]).toEqual([400, errors])
  expect((await list()).json()).toEqual([])
})

it('accepts a picture hosted elsewhere, for two doctors and again after both are deleted', async () => {
  const { db } = server.database
  const elsewhere = 'https://pictures.example/a%20b.jpg?size=2'
  for (const _round of [1, 2]) {
    expect((await add({ ...bell(), img: ' https://PICTURES.example/a b.jpg?size=2' })).statusCode).toBe(201)
    expect((await add({ ...bell(), email: 'twin@clinic.example', img: elsewhere })).statusCode).toBe(201)
    expect((await list()).json().map((one: { img: string }) => one.img)).toEqual([elsewhere, elsewhere])
    await remove(bell().email)
    expect(await db.$count(photo, eq(photo.url, elsewhere))).toBe(1)
    await remove('twin@clinic.example')
    expect(await db.$count(photo, eq(photo.url, elsewhere))).toBe(0)
  }
  expect(await isStored()).toBe(true)
})

it('accepts an address of 2048 characters', async () => {
  // Random, because the database compresses index entries.
  const random = Array.from({ length: 60 }, () => crypto.randomUUID()).join('')
  const longest = `https://pictures.example/${random}`.slice(0, 2_048)
  expect((await add({ ...bell(), img: longest })).statusCode).toBe(201)
  expect((await list()).json()[0].img).toBe(longest)
})

it('adds twenty doctors concurrently with one picture hosted elsewhere while it is deleted as unused', async () => {
  const { db } = server.database
  for (let round = 0; round < 5; round += 1) {
    await db.delete(doctor)
    const shared = `https://pictures.example/shared-${round}.jpg`
    await db.insert(photo).values({ id: crypto.randomUUID(), url: shared, due: new Date(0) })
    const email = (n: number) => `shared-${n}@clinic.example`
    const deletions = Array.from({ length: 5 }, () =>
      deleteUnusedPhotos(db).catch((error) => expect(error.cause.constraint).toBe('photo_of_doctor')),
    )
    const adding = Array.from({ length: 20 }, (_, n) => add({ ...bell(), email: email(n), img: shared }))
    const answers = await Promise.all(adding)
    await Promise.all(deletions)
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array(20).fill(201))
    expect(await db.$count(photo, eq(photo.url, shared))).toBe(1)
  }
})

it('adds doctors without a photo, of whom patients see the initials', async () => {
  for (const email of [bell().email, 'twin@clinic.example'])
    expect((await add({ ...bell(), email, img: null })).statusCode).toBe(201)
  expect((await list()).json().map((one: { img: string }) => one.img)).toEqual(['', ''])
  await server.heard()
  expect((await server.app.inject('/offer')).json().doctors).toMatchObject([{ img: '' }, { img: '' }])
  for (const email of [bell().email, 'twin@clinic.example'])
    expect((await remove(email)).json()).toEqual({ deletedCount: 1 })
})

it.each(['', undefined])('accepts a doctor without a specialty: %j', async (specialty) => {
  const doctor = { ...bell(), specialty }
  expect((await add(doctor)).statusCode).toBe(201)
  const listed = await server.app.inject({ url: `/doctor?search=${doctor.email}`, headers: admin.bearer })
  expect(listed.json()).toMatchObject([{ email: doctor.email, specialty: '' }])
})

it('refuses a second doctor with the same email', async () => {
  await add(bell())
  const before = await recorded('add-doctor')
  const refused = await add({ ...bell(), name: 'Another' })
  expect([refused.statusCode, refused.json()]).toEqual([
    409,
    {
      type: 'about:blank',
      title: 'Conflict',
      status: 409,
      code: 'known-email',
      detail: 'There is already a doctor with this email.',
      errors: { email: 'There is already a doctor with this email.' },
    },
  ])
  expect(await recorded('add-doctor')).toBe(before)
})

it('adds and records one of twenty concurrent doctors with one email', async () => {
  const before = await recorded('add-doctor')
  const answers = await Promise.all(Array.from({ length: 20 }, (_, n) => add({ ...bell(), name: `Dr. ${n}` })))
  const statuses = answers.map(({ statusCode }) => statusCode).sort()
  expect(statuses).toEqual([201, ...Array(19).fill(409)])
  expect((await list()).json()).toHaveLength(1)
  expect(await recorded('add-doctor')).toBe(before + 1)
})

it('deletes a doctor and their photo', async () => {
  await add(bell())
  const before = await recorded('delete-doctor')
  const { pathname } = new URL(img)
  expect((await server.app.inject(pathname)).statusCode).toBe(200)
  const deleted = await remove('BELL@clinic.example')
  expect([deleted.statusCode, deleted.json()]).toEqual([200, { deletedCount: 1 }])
  expect((await server.app.inject(pathname)).statusCode).toBe(404)
  expect((await server.app.inject(`${pathname}/small`)).statusCode).toBe(404)
  expect(await isStored()).toBe(false)
  expect((await list()).json()).toEqual([])
  expect(await recorded('delete-doctor')).toBe(before + 1)
})

it('deletes and records nothing for an unknown email', async () => {
  const before = await recorded('delete-doctor')
  const deleted = await remove('nobody@clinic.example')
  expect([deleted.statusCode, deleted.json()]).toEqual([200, { deletedCount: 0 }])
  expect(await recorded('delete-doctor')).toBe(before)
})

it('counts and records one of ten concurrent deletions', async () => {
  await add(bell())
  const before = await recorded('delete-doctor')
  const answers = await Promise.all(Array.from({ length: 10 }, () => remove(bell().email)))
  expect(answers.reduce((sum, answer) => sum + answer.json().deletedCount, 0)).toBe(1)
  expect(await recorded('delete-doctor')).toBe(before + 1)
})

it('keeps a shared photo until its last doctor is deleted', async () => {
  await add(bell())
  await add({ ...bell(), email: 'twin@clinic.example' })
  await remove(bell().email)
  await deleteUnusedPhotos(server.database.db)
  expect(await isStored()).toBe(true)
  await remove('twin@clinic.example')
  expect(await isStored()).toBe(false)
})

it('never adds a doctor without a photo while the photo is deleted concurrently', async () => {
  const { db } = server.database
  for (let round = 0; round < 15; round += 1) {
    await db.delete(doctor)
    const url = (await upload(server, admin.bearer, await cameraPhoto({ width: 40, height: 40 }))).json().data.url
    await releasePhoto(db, new URL(url).pathname)
    const [added] = await Promise.all([
      add({ ...bell(), img: url }),
      deleteUnusedPhotos(db).catch((error) => expect(error.cause.constraint).toBe('photo_of_doctor')),
    ])
    const known = await db.$count(photo, eq(photo.url, new URL(url).pathname))
    expect([added.statusCode, known]).toEqual(added.statusCode === 201 ? [201, 1] : [400, 0])
  }
})

it('refuses a photo that is being deleted', async () => {
  const { db, engine } = server.database
  const waiting = sql`pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
  await db.delete(photo).where(ne(photo.url, new URL(img).pathname))
  await releasePhoto(db, new URL(img).pathname)
  const { adding } = await db.transaction(async (tx) => {
    await deleteUnusedPhotos(tx)
    const adding = add(bell())
    // PGlite has one connection, so the request waits there by itself.
    if (engine === 'postgres') await expect.poll(() => db.$count(waiting)).toBe(1)
    return { adding }
  })
  const refused = await adding
  expect([refused.statusCode, refused.json().errors]).toEqual([
    400,
    { img: expect.stringMatching(/don’t have this photo/) },
  ])
})
