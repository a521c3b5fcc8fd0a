import { isNotNull } from 'drizzle-orm'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { photo } from '#server/database/schema/doctor.ts'
import { imageHost } from '#server/photo/testing/image-host.ts'
import { openTestApp, type TestApp } from '#server/testing/app.ts'
import { cameraPhoto, upload } from '#server/testing/photos.ts'
import { sendToHost } from './image-host.ts'

const key = 'a-key-that-only-the-host-knows'
let host: Awaited<ReturnType<typeof imageHost>>
let server: TestApp
let bearer: { authorization: string }
beforeAll(async () => {
  host = await imageHost()
  server = await openTestApp({
    env: { IMAGE_HOST_URL: host.url, IMAGE_HOST_KEY: key, IMAGE_HOST_PICTURES: 'https://pictures.example' },
  })
  bearer = (await server.person({ role: 'admin' })).bearer
})
afterAll(async () => {
  await server.close()
  await host.stop()
})

const respondWith = (body: unknown, status = 200) => host.respondWith(() => ({ status, body: JSON.stringify(body) }))
const countPhotos = () => server.database.db.$count(photo, isNotNull(photo.url))
const responseWith = (url: string) => ({ success: true, data: { url } })

it('uploads the picture to the host and returns the host’s URL', async () => {
  respondWith(responseWith('https://pictures.example/a/photo.webp'))
  const kept = await upload(server, bearer, await cameraPhoto())
  expect([kept.statusCode, kept.json()]).toEqual([200, responseWith('https://pictures.example/a/photo.webp')])
  const [received] = host.uploads
  expect(received).toMatchObject({ key, field: 'image', type: 'image/webp' })
  const { width, exif } = await sharp(received?.bytes).metadata()
  expect([width, exif]).toEqual([480, undefined])

  const doctor = { name: 'Dr. Bell', email: 'bell@clinic.example', specialty: '', img: kept.json().data.url }
  const added = await server.app.inject({ method: 'POST', url: '/doctor', headers: bearer, payload: doctor })
  expect(added.statusCode).toBe(201)
  const listed = await server.app.inject({ url: '/doctor', headers: bearer })
  expect(listed.json()).toEqual([expect.objectContaining(doctor)])
})

it('stores a logo here, for pages that load no pictures of other sites', async () => {
  const sent = host.uploads.length
  const kept = await upload(server, bearer, await cameraPhoto(), { url: '/image?for=logo' })
  const { url } = kept.json().data
  expect([kept.statusCode, host.uploads.length]).toEqual([200, sent])
  expect((await server.app.inject(`${new URL(url).pathname}/small`)).headers['content-type']).toBe('image/webp')
  const change = async (logo: string) => {
    const { version } = (await server.app.inject({ url: '/clinic', headers: bearer })).json()
    return server.app.inject({ method: 'PATCH', url: '/clinic', headers: bearer, payload: { version, logo } })
  }
  expect((await change(url)).json()).toMatchObject({ logo: url })
  respondWith(responseWith('https://pictures.example/logo.webp'))
  const hosted = (await upload(server, bearer, await cameraPhoto())).json().data.url
  expect((await change(hosted)).json()).toMatchObject({ errors: { logo: 'Upload the picture first' } })
})

it('stores one photo if the host returns the same URL twice', async () => {
  respondWith(responseWith('https://pictures.example/b/photo.webp'))
  for (const _time of [1, 2]) expect((await upload(server, bearer, await cameraPhoto())).statusCode).toBe(200)
  const urls = (await server.database.db.select().from(photo)).map(({ url }) => url)
  expect(urls.filter((url) => url?.includes('/b/'))).toHaveLength(1)
})

it.each([
  ['a refusal', { status_code: 400, error: { message: `Invalid API v1 key ${key}` } }, 400],
  ['a fault', { success: false }, 500],
  ['a success without a URL', { success: true, data: {} }, 200],
  ['a URL without https', responseWith('http://pictures.example/a.webp'), 200],
  ['a URL of another site', responseWith('https://elsewhere.example/a.webp'), 200],
  ['a script URL', responseWith('javascript:alert(1)'), 200],
  ['an endless response', { ...responseWith('https://pictures.example/a.webp'), more: 'x'.repeat(200_000) }, 200],
  ['a page', 'nothing like it', 200],
])('answers 502 to %s, without the key and without a photo', async (_name, body, status) => {
  const before = await countPhotos()
  respondWith(body, status)
  const refused = await upload(server, bearer, await cameraPhoto())
  expect([refused.statusCode, refused.json().success]).toEqual([502, false])
  expect(refused.json().detail).toMatch(/image host refused/)
  expect(refused.payload).not.toContain(key)
  expect(await countPhotos()).toBe(before)
})

it('follows no redirect with the key', async () => {
  const other = await imageHost()
  other.respondWith(() => ({ status: 200, body: JSON.stringify(responseWith('https://pictures.example/c.webp')) }))
  host.respondWith(() => ({ status: 307, body: '', location: `${other.url}?key=${key}` }))
  const refused = await upload(server, bearer, await cameraPhoto())
  expect([refused.statusCode, refused.json().detail]).toEqual([503, expect.stringMatching(/can’t be reached/)])
  expect(other.requestCount()).toBe(0)
  await other.stop()
})

it('reports a host that does not respond in time as unreachable', async () => {
  host.respondWith(undefined)
  const answer = await sendToHost(
    { url: host.url, key, pictures: 'https://pictures.example' },
    await cameraPhoto(),
    100,
  )
  expect(answer).toEqual({ ok: false, reason: 'unreachable' })
})

it('answers 503 while the host is unreachable and still lists doctors', async () => {
  await host.stop()
  const refused = await upload(server, bearer, await cameraPhoto())
  expect(refused.statusCode).toBe(503)
  expect(refused.payload).not.toContain(key)
  expect((await server.app.inject({ url: '/doctor', headers: bearer })).json()).toHaveLength(1)
})
