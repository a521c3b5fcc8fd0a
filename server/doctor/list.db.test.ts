import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { doctor } from '#server/database/schema/doctor.ts'
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

const list = (query = '') => server.app.inject({ url: `/doctor${query}`, headers: admin.bearer })

it('searches, sorts and pages 500 doctors', async () => {
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

it('demo mode adds the sample doctors once, if the clinic has none', async () => {
  const { database } = server
  await database.db.delete(doctor)
  for (const _start of [1, 2]) {
    const demo = await openTestApp({ database, env: { DEMO: 'on' } })
    const listed = (await demo.app.inject({ url: '/doctor', headers: admin.bearer })).json()
    expect(listed).toHaveLength(6)
    for (const { img } of listed) {
      for (const path of [new URL(img).pathname, `${new URL(img).pathname}/small`]) {
        expect((await demo.app.inject(path)).statusCode).toBe(200)
      }
    }
    await demo.close()
  }
})
