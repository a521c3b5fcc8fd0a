import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { ClinicAnswer, ClinicChange } from '#contract/clinic.ts'
import { photo, photoVersion } from '#server/database/schema/doctor.ts'
import { deleteUnusedPhotos } from '#server/photo/store.ts'
import { openTestApp, type TestApp } from '#server/testing/app.ts'
import { upload } from '#server/testing/photos.ts'

let server: TestApp
let admin: Awaited<ReturnType<TestApp['person']>>
beforeAll(async () => {
  server = await openTestApp({ pages: true })
  admin = await server.person({ role: 'admin' })
})
afterAll(() => server.close())

const read = async (): Promise<ClinicAnswer> =>
  (await server.app.inject({ url: '/clinic', headers: admin.bearer })).json()

const change = async (payload: Omit<ClinicChange, 'version'> & { version?: number }) =>
  server.app.inject({
    method: 'PATCH',
    url: '/clinic',
    headers: admin.bearer,
    payload: { version: (await read()).version, ...payload },
  })

async function uploadFor(use: string, width = 960) {
  const file = await sharp({ create: { width, height: width, channels: 3, background: '#20a0b0' } })
    .jpeg()
    .toBuffer()
  return upload(server, admin.bearer, file, { url: `/image?for=${use}` })
}

async function uploaded(use: string): Promise<string> {
  const kept = await uploadFor(use)
  expect(kept.statusCode).toBe(200)
  return kept.json().data.url
}

const home = async () => (await server.app.inject({ url: '/', headers: { accept: 'text/html' } })).body
const photoCount = () => server.database.db.$count(photo)

beforeEach(async () => {
  const { services, reviews } = await read()
  const withoutPicture = { picture: null }
  await change({
    services: services.map((card) => ({ ...card, ...withoutPicture })),
    reviews: reviews.map((review) => ({ ...review, ...withoutPicture })),
    pictures: { hero: null, team: null, map: null },
  })
  await deleteUnusedPhotos(server.database.db)
})

it('an uploaded picture is served in both formats at its widths, and no other', async () => {
  const kept = await uploadFor('hero', 1100)
  const { url, width } = kept.json().data
  expect(width).toBe(1080)
  const { pathname } = new URL(url)
  for (const [format, decoded] of [
    ['avif', 'heif'],
    ['webp', 'webp'],
  ] as const) {
    const shown = await server.app.inject(`${pathname}/720.${format}`)
    expect(shown.headers).toMatchObject({
      'content-type': `image/${format}`,
      'cache-control': 'public, max-age=31536000, immutable',
      'content-security-policy': "default-src 'none';frame-ancestors 'none'",
    })
    expect(await sharp(shown.rawPayload).metadata()).toMatchObject({ format: decoded, width: 720, height: 600 })
  }
  for (const [version, status] of [
    ['1440.avif', 404],
    ['721.avif', 404],
    ['720.png', 400],
    ['720', 400],
  ] as const)
    expect([version, (await server.app.inject(`${pathname}/${version}`)).statusCode]).toEqual([version, status])
})

it('shows the pictures of a change in the answer', async () => {
  const [hero, card, portrait] = [await uploaded('hero'), await uploaded('service'), await uploaded('review')]
  const { services, version } = await read()
  const changed = await change({
    pictures: { hero: { url: hero, alt: 'Our waiting room' } },
    services: services.map((each, at) => ({ ...each, picture: at === 1 ? { url: card, alt: 'A chair' } : null })),
    reviews: [{ name: 'Ann', location: 'Oslo', text: 'Kind.', picture: portrait }],
  })
  expect(changed.statusCode).toBe(200)
  const answer = await read()
  expect(answer).toEqual(changed.json())
  expect(answer.version).toBe(version + 1)
  expect(answer.pictures).toEqual({ hero: { url: hero, alt: 'Our waiting room', width: 720 }, team: null, map: null })
  expect(answer.services.map(({ picture }) => picture?.url)).toEqual([undefined, card, undefined])
  expect(answer.reviews).toEqual([{ name: 'Ann', location: 'Oslo', text: 'Kind.', sample: false, picture: portrait }])
  // A change of something else keeps them.
  await change({ phone: '+1 212 555 0100' })
  expect(await read()).toMatchObject({ pictures: answer.pictures, services: answer.services, reviews: answer.reviews })
})

it.each([
  ['made for another place', () => uploaded('service'), 'pictures', 'Upload the picture for this place first'],
  [
    'a doctor’s photo',
    async () => (await uploadFor('logo')).json().data.url,
    'pictures',
    'Upload the picture for this place first',
  ],
  [
    'nowhere',
    async () => '/image/00000000-0000-4000-8000-000000000000',
    'pictures',
    'Upload the picture for this place first',
  ],
  [
    'hosted elsewhere',
    async () => 'https://elsewhere.example/a.webp',
    'pictures',
    'Upload the picture for this place first',
  ],
])('a picture that is %s is refused and changes nothing', async (_what, url, field, sentence) => {
  const before = await read()
  const refused = await change({ name: 'Other', pictures: { hero: { url: await url(), alt: 'A room' } } })
  expect([refused.statusCode, refused.json().errors]).toEqual([400, { [field]: sentence }])
  expect(await read()).toEqual(before)
})

it('a picture without words is refused', async () => {
  const refused = await change({ pictures: { hero: { url: await uploaded('hero'), alt: ' ' } } })
  expect([refused.statusCode, refused.json().errors]).toEqual([
    400,
    { 'pictures.hero.alt': 'Say what the picture shows' },
  ])
})

it('a picture that is too small for its place is refused, and the sentence says the size', async () => {
  const refused = await uploadFor('team', 400)
  expect([refused.statusCode, refused.json().detail]).toEqual([
    400,
    'This picture is too small. Please choose one of at least 480 × 192 pixels.',
  ])
})

it('a replaced picture is deleted with its versions, and one in use stays', async () => {
  const [first, second] = [await uploaded('map'), await uploaded('map')]
  await change({ pictures: { map: { url: first, alt: 'Streets' } } })
  const before = await photoCount()
  await change({ pictures: { map: { url: second, alt: 'Streets' } } })
  await deleteUnusedPhotos(server.database.db)
  expect(await photoCount()).toBe(before - 1)
  expect((await server.app.inject(`${new URL(first).pathname}/480.webp`)).statusCode).toBe(404)
  expect((await server.app.inject(`${new URL(second).pathname}/480.webp`)).statusCode).toBe(200)
  await server.database.db.update(photo).set({ due: new Date(0) })
  await deleteUnusedPhotos(server.database.db)
  expect((await read()).pictures.map?.url).toBe(second)
  expect(await server.database.db.$count(photoVersion)).toBe(4)
})

it('the landing page has the clinic’s pictures instead of drawings', async () => {
  expect(await home()).not.toContain('heroPicture')
  const url = await uploaded('hero')
  await change({ pictures: { hero: { url, alt: 'Our "waiting" room' } } })
  const { pathname } = new URL(url)
  await expect.poll(home).toContain(`srcSet="${pathname}/480.avif 480w, ${pathname}/720.avif 720w"`)
  const shown = await home()
  expect(shown).toContain('alt="Our &quot;waiting&quot; room"')
  expect(shown).not.toMatch(/\{\{|heroDrawing/)
})

it('search engines get the coordinates', async () => {
  await change({ coordinates: '59.9139, 10.7522' })
  await expect.poll(home).toContain('"geo":{"@type":"GeoCoordinates","latitude":59.9139,"longitude":10.7522}')
  for (const coordinates of ['91, 0', 'Oslo', '1,2,3', ',', '0, 181'])
    expect([coordinates, (await change({ coordinates })).json().errors]).toEqual([
      coordinates,
      { coordinates: 'Two numbers, such as 40.7061, -74.0087' },
    ])
})
