import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { photo } from '#server/database/schema/doctor.ts'
import { releasePhoto } from '#server/photo/store.ts'
import { openTestDesk, type TestDesk } from '#server/testing/calendar/desk.ts'
import { cameraPhoto, upload } from '#server/testing/photos.ts'

const elsewhere = 'https://pictures.example/a.webp'

let desk: TestDesk
beforeAll(async () => {
  desk = await openTestDesk()
})
afterAll(() => desk.server.close())
beforeEach(async () => {
  for (const id of [desk.ida, desk.oskar]) await change({ img: elsewhere }, id)
})

async function change(more: { img?: string }, id = desk.ida, preview = false) {
  const { version, doctors, treatments } = await desk.staff.calendar()
  const { name = '', treatmentIds = [] } = doctors.find(({ _id }) => _id === id) ?? {}
  const specialtyId = treatments.find(({ name }) => name === 'Teeth Cleaning')?._id
  const doctor = { name, treatmentIds, specialtyId, week: null, ...more }
  return desk.staff.send({ version, preview, change: { kind: 'change-doctor', doctorId: id, doctor } })
}
const newPhoto = async (): Promise<string> =>
  (await upload(desk.server, desk.staff.admin.bearer, await cameraPhoto())).json().data.url
const read = async (url: string) => (await desk.server.app.inject({ url, headers: desk.staff.admin.bearer })).json()
const statusOf = async (url: string) => (await desk.server.app.inject(new URL(url).pathname)).statusCode
const isKnown = async (url: string) => (await desk.server.database.db.$count(photo, eq(photo.url, url))) > 0

/** Returns Ida's picture in each answer that has it. */
async function shownPictures() {
  const { treatments } = await desk.staff.calendar()
  const cleaning = treatments.find(({ name }) => name === 'Teeth Cleaning')?._id
  const lists = [
    (await desk.staff.calendar()).doctors,
    await read('/doctor'),
    await read(`/available/doctors?date=May%204,%202026&treatment=${cleaning}`),
    (await read('/offer')).doctors,
  ]
  return lists.map((doctors) => doctors.find(({ _id }: { _id: string }) => _id === desk.ida)?.img)
}

describe('the picture of a doctor', () => {
  it('is changed everywhere, and the former one is deleted', async () => {
    const [first, second] = [await newPhoto(), await newPhoto()]
    expect((await change({ img: first })).statusCode).toBe(200)
    expect(await shownPictures()).toEqual([first, first, first, first])
    expect((await change({ img: second }, desk.ida, true)).statusCode).toBe(200)
    expect(await shownPictures()).toEqual([first, first, first, first])
    expect((await change({ img: second })).statusCode).toBe(200)
    expect(await shownPictures()).toEqual([second, second, second, second])
    expect([await statusOf(first), await statusOf(second)]).toEqual([404, 200])
  })

  it('stays when a change does not name it, or names the same', async () => {
    const img = await newPhoto()
    for (const more of [{ img }, {}, { img }]) expect((await change(more)).statusCode).toBe(200)
    expect((await shownPictures())[0]).toBe(img)
    expect(await statusOf(img)).toBe(200)
  })

  it('is removed, also of several doctors, and comes back', async () => {
    const img = await newPhoto()
    await change({ img })
    for (const id of [desk.ida, desk.oskar, desk.ida]) expect((await change({ img: '' }, id)).statusCode).toBe(200)
    expect(await shownPictures()).toEqual(['', '', '', ''])
    expect(await statusOf(img)).toBe(404)
    expect(await isKnown(elsewhere)).toBe(false)
    await change({ img: elsewhere })
    expect((await shownPictures()).slice(0, 3)).toEqual([elsewhere, elsewhere, elsewhere])
    expect(await isKnown('')).toBe(true)
    await change({ img: elsewhere }, desk.oskar)
    expect(await isKnown('')).toBe(false)
  })

  it('that another doctor has stays theirs', async () => {
    const img = await newPhoto()
    for (const id of [desk.ida, desk.oskar]) await change({ img }, id)
    await change({ img: '' })
    expect(await statusOf(img)).toBe(200)
    await change({ img: '' }, desk.oskar)
    expect(await statusOf(img)).toBe(404)
  })

  it.each([
    'http://elsewhere.example/a.png',
    'javascript:alert(1)',
    'no address',
    'http://localhost:3000/image/00000000-0000-4000-8000-000000000000',
  ])('can’t be %s', async (img) => {
    const refused = await change({ img })
    expect([refused.statusCode, Object.keys(refused.json().errors)]).toEqual([400, ['change.doctor.img']])
    expect((await shownPictures())[0]).toBe(elsewhere)
  })

  it('is not one that is deleted meanwhile', async () => {
    const img = await newPhoto()
    const { db } = desk.server.database
    await releasePhoto(db, new URL(img).pathname)
    await newPhoto()
    expect((await change({ img })).json().errors).toEqual({ 'change.doctor.img': expect.stringMatching(/don’t have/) })
  })
})
