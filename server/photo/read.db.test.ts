import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { requestIdHeader } from '#contract/kit/problem.ts'
import { photo } from '#server/database/schema/doctor.ts'
import { openTestApp, type TestApp } from '#server/testing/app.ts'
import { cameraPhoto, upload } from '#server/testing/photos.ts'

let server: TestApp
let admin: Awaited<ReturnType<TestApp['person']>>
beforeAll(async () => {
  server = await openTestApp()
  admin = await server.person({ role: 'admin' })
})
afterAll(() => server.close())

it('serves only photos stored here', async () => {
  const elsewhere = crypto.randomUUID()
  await server.database.db.insert(photo).values({ id: elsewhere, url: 'https://pictures.example/a.webp' })
  for (const [url, status] of [
    ['/image/00000000-0000-4000-8000-000000000000', 404],
    [`/image/${elsewhere}`, 404],
    [`/image/${elsewhere}/small`, 404],
    ['/image/..%2f..%2fpackage.json', 400],
    ['/image/..%2fsecret', 400],
    ['/image/x', 400],
    [`/image/${elsewhere}-small.webp`, 400],
  ] as const) {
    expect((await server.app.inject(url)).statusCode, url).toBe(status)
  }
})

it('answers HEAD like GET, without a body', async () => {
  const kept = await upload(server, admin.bearer, await cameraPhoto())
  const url = new URL(kept.json().data.url).pathname
  for (const path of [url, `${url}/small`]) {
    const shown = await server.app.inject(path)
    const { statusCode, headers, rawPayload } = await server.app.inject({ method: 'HEAD', url: path })
    expect([statusCode, rawPayload.length]).toEqual([200, 0])
    const { date, [requestIdHeader]: id, ...rest } = headers
    expect(rest).toEqual({ ...shown.headers, date: undefined, [requestIdHeader]: undefined })
  }
})

it('serves a photo from every instance and writes no file', async () => {
  const kept = await upload(server, admin.bearer, await cameraPhoto())
  const url = new URL(kept.json().data.url).pathname
  const other = await openTestApp({ database: server.database })
  expect((await other.app.inject(url)).rawPayload).toEqual((await server.app.inject(url)).rawPayload)
  await other.close()
  expect(existsSync(join(server.config.dataDir, 'photos'))).toBe(false)
})

it('limits reads by client address', async () => {
  const limited = await openTestApp({ database: server.database, env: { RATE_LIMIT: 'on' } })
  const shown = await limited.app.inject(`/image/${crypto.randomUUID()}`)
  expect(shown.headers['x-ratelimit-limit']).toBe('3000')
  await limited.close()
})
