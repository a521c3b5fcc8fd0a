import { sql } from 'drizzle-orm'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { audit } from '#server/database/schema/audit.ts'
import { photo } from '#server/database/schema/doctor.ts'
import { openTestApp, type TestApp } from '#server/testing/app.ts'
import { cameraPhoto, upload } from '#server/testing/photos.ts'
import { makeStaff } from '#server/testing/staff.ts'

let server: TestApp
let admin: Awaited<ReturnType<TestApp['person']>>
beforeAll(async () => {
  server = await openTestApp()
  admin = await server.person({ role: 'admin' })
})
afterAll(() => server.close())

const rowCounts = async () => ({
  photos: await server.database.db.$count(photo),
  audit: await server.database.db.$count(audit),
})

async function colourAt(file: Buffer, left: number, top: number) {
  const [red = 0, , blue = 0] = await sharp(file).extract({ left, top, width: 1, height: 1 }).raw().toBuffer()
  return red > blue ? 'red' : 'blue'
}

it('stores an admin’s photo without its metadata and serves it to everyone', async () => {
  const kept = await upload(server, admin.bearer, await cameraPhoto())
  expect(kept.statusCode).toBe(200)
  const { success, data } = kept.json()
  expect(success).toBe(true)
  expect(data.url).toMatch(/^http:\/\/localhost:3000\/image\/[0-9a-f-]{36}$/)

  const path = new URL(data.url).pathname
  for (const [url, side] of [
    [path, 480],
    [`${path}/small`, 96],
    [path.toUpperCase().replace('/IMAGE', '/image'), 480],
  ] as const) {
    const shown = await server.app.inject(url)
    expect(shown.statusCode).toBe(200)
    expect(shown.headers).toMatchObject({
      'content-type': 'image/webp',
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none';frame-ancestors 'none'",
    })
    const { width, height, exif, orientation } = await sharp(shown.rawPayload).metadata()
    expect({ width, height, exif, orientation }).toEqual({ width: side, height: side })
    expect(shown.rawPayload.toString('latin1')).not.toMatch(/GPS|Secret|Camera/)
    // Red above and blue below, from the left edge to the right.
    for (const left of [2, side - 3]) {
      expect(await colourAt(shown.rawPayload, left, 2)).toBe('red')
      expect(await colourAt(shown.rawPayload, left, side - 3)).toBe('blue')
    }
  }
  const [entry] = (await server.app.inject({ url: '/audit', headers: admin.bearer })).json().entries
  expect(entry).toMatchObject({ actor: admin.email, action: 'upload-photo', target: data.url })
})

it('refuses photos from anyone else and from other sites', async () => {
  const before = await rowCounts()
  const file = await cameraPhoto()
  const patient = await server.person()
  expect((await upload(server, {}, file)).statusCode).toBe(401)
  expect((await upload(server, patient.bearer, file)).statusCode).toBe(403)
  expect((await upload(server, { ...admin.bearer, origin: 'https://elsewhere.example' }, file)).statusCode).toBe(403)
  expect(await rowCounts()).toEqual(before)
})

it('accepts a photo by the admin’s session cookie, from our own origin only and never with an invalid token', async () => {
  const { cookie } = await server.signUp({ name: 'Boss', email: 'boss@example.org', password: 'secret1' })
  const file = await cameraPhoto()
  expect((await upload(server, { cookie }, file)).statusCode).toBe(403)
  await makeStaff(server.database.db, 'boss@example.org')

  const before = await rowCounts()
  const refused = [
    await upload(server, { cookie, authorization: 'Bearer forged' }, file),
    await upload(server, { cookie, authorization: 'Basic eDp5' }, file),
    await upload(server, { cookie, origin: 'https://elsewhere.example' }, file),
    await upload(server, { cookie, origin: '' }, file),
  ]
  expect(refused.map(({ statusCode }) => statusCode)).toEqual([401, 401, 403, 403])
  expect(await rowCounts()).toEqual(before)

  const kept = await upload(server, { cookie }, file)
  expect([kept.statusCode, kept.json()]).toEqual([200, { success: true, data: { url: expect.any(String) } }])
  const [entry] = (await server.app.inject({ url: '/audit', headers: admin.bearer })).json().entries
  expect(entry).toMatchObject({ actor: 'boss@example.org', action: 'upload-photo', target: kept.json().data.url })
})

const html = '<!doctype html><script>alert(1)</script>'
it.each([
  ['an SVG', '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>', /not a photo/],
  ['a page', html, /not a photo/],
  ['a PDF', '%PDF-1.7', /not a photo/],
  ['a GIF that is also a script', 'GIF89a/*\x01\x00\x01\x00*/=1;alert(1)', /not a photo/],
  ['a HEIC', '\0\0\0\x18ftypheic\0\0\0\0mif1heic', /HEIC/],
  ['a truncated JPEG', '\xff\xd8\xff\xe0\0\x10JFIF\0', /damaged/],
  ['an empty file', '', /^Image is Required\.$/],
])('refuses %s, says why and stores nothing', async (_name, content, why) => {
  const before = await rowCounts()
  const refused = await upload(server, admin.bearer, Buffer.from(content, 'latin1'))
  expect(refused.statusCode).toBe(400)
  expect(refused.headers['content-type']).toBe('application/problem+json')
  expect(refused.json()).toMatchObject({ success: false, detail: expect.stringMatching(why) })
  const { detail, errors } = refused.json()
  expect([errors.image, `${errors.image}.`]).toContain(detail)
  expect(await rowCounts()).toEqual(before)
})

it('ignores the name and type of a file', async () => {
  const png = await sharp(await cameraPhoto())
    .png()
    .toBuffer()
  const kept = await upload(server, admin.bearer, png, { name: '../../etc/passwd\0.html', type: 'text/html' })
  expect(kept.statusCode).toBe(200)
})

it('drops data after the picture in a file', async () => {
  const kept = await upload(server, admin.bearer, Buffer.concat([await cameraPhoto(), Buffer.from(html)]))
  const shown = await server.app.inject(new URL(kept.json().data.url).pathname)
  expect(shown.rawPayload.toString('latin1')).not.toContain('script')
})

it('refuses a photo of more than 8 MB with 413', async () => {
  const before = await rowCounts()
  const large = Buffer.concat([await cameraPhoto(), Buffer.alloc(8 * 1024 * 1024)])
  const refused = await upload(server, admin.bearer, large)
  expect([refused.statusCode, refused.json().detail]).toEqual([413, expect.stringContaining('8 MB')])
  expect(await rowCounts()).toEqual(before)
})

it('refuses a body that is not a form, a form without a photo and a truncated form', async () => {
  const before = await rowCounts()
  const send = (payload: string, type: string) =>
    server.app.inject({
      method: 'POST',
      url: '/image',
      headers: { ...admin.bearer, origin: server.origin, 'content-type': type },
      payload,
    })
  const part = '--x\r\ncontent-disposition: form-data; name="image"; filename="a.jpg"\r\n\r\n'
  for (const [payload, type, why] of [
    ['{}', 'application/json', 'Image is Required.'],
    [
      '--x\r\ncontent-disposition: form-data; name="image"\r\n\r\ntext\r\n--x--\r\n',
      'multipart/form-data; boundary=x',
      'Image is Required.',
    ],
    [`${part}\xff\xd8`, 'multipart/form-data; boundary=x', 'The upload was interrupted. Please try again.'],
    ['nonsense', 'multipart/form-data; boundary=x', 'The upload was interrupted. Please try again.'],
    ['nonsense', 'multipart/form-data', 'The upload was interrupted. Please try again.'],
    [`${part}a\r\n${part}b\r\n--x--\r\n`, 'multipart/form-data; boundary=x', 'Only one photo at a time can be added.'],
  ] as const) {
    const refused = await send(payload, type)
    expect([refused.statusCode, refused.json().detail], payload).toEqual([400, why])
  }
  const elsewhere = await upload(server, admin.bearer, await cameraPhoto(), { field: 'file' })
  expect([elsewhere.statusCode, elsewhere.json().detail]).toEqual([400, 'Image is Required.'])
  expect(await rowCounts()).toEqual(before)
})

it('stores ten concurrent photos', async () => {
  const before = await rowCounts()
  const photos = await Promise.all(Array.from({ length: 10 }, (_, n) => cameraPhoto({ width: 1_000 + n, height: 800 })))
  const kept = await Promise.all(photos.map((file) => upload(server, admin.bearer, file)))
  expect(kept.map(({ statusCode }) => statusCode)).toEqual(Array(10).fill(200))
  expect(new Set(kept.map((answer) => answer.json().data.url)).size).toBe(10)
  expect((await rowCounts()).photos).toBe(before.photos + 10)
})

it('answers 503 beyond sixteen concurrent uploads', async () => {
  const file = await cameraPhoto({ width: 2_000, height: 1_500 })
  const answers = await Promise.all(Array.from({ length: 24 }, () => upload(server, admin.bearer, file)))
  const statuses = answers.map(({ statusCode }) => statusCode)
  expect(statuses.filter((status) => status === 200).length).toBeGreaterThanOrEqual(16)
  expect(new Set(statuses)).toEqual(new Set([200, 503]))
})

it.each(['photo', 'audit'])('stores nothing when the database refuses the row of %s', async (table) => {
  const { db } = server.database
  const before = await rowCounts()
  await db.execute(sql`CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'no'; END $$`)
  await db.execute(
    sql`CREATE TRIGGER refuse AFTER INSERT ON ${sql.identifier(table)} FOR EACH ROW EXECUTE FUNCTION refuse()`,
  )
  try {
    expect((await upload(server, admin.bearer, await cameraPhoto())).statusCode).toBe(500)
  } finally {
    await db.execute(sql`DROP FUNCTION refuse CASCADE`)
  }
  expect(await rowCounts()).toEqual(before)
})
