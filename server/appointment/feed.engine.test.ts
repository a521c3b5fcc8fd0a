import { desc, eq } from 'drizzle-orm'
import ICAL from 'ical.js'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openFeedAddresses } from '#server/appointment/feed-address.ts'
import { audit } from '#server/database/schema/audit.ts'
import { booking, calendarFeed } from '#server/database/schema/booking.ts'
import { doctor } from '#server/database/schema/doctor.ts'
import { user } from '#server/database/schema/user.ts'
import { openTestApp, type TestApp } from '#server/testing/app.ts'
import { openTestStaff, type TestStaff } from '#server/testing/calendar/staff.ts'

const eight = '08.00 AM - 08.30 AM'
const treatment = 'Teeth Cleaning'
const log: string[] = []

let server: TestApp
let staff: TestStaff
let now: Date
type Person = Awaited<ReturnType<TestApp['person']>>
let ann: Person

beforeAll(async () => {
  server = await openTestApp({
    clock: () => now,
    env: { LOG_LEVEL: 'trace' },
    logTo: { write: (line) => void log.push(line) },
  })
  now = new Date('2026-02-01T12:00:00Z')
  staff = await openTestStaff(server)
})
afterAll(() => server.close())
beforeEach(async () => {
  now = new Date('2026-02-01T12:00:00Z')
  await server.database.db.delete(booking)
  ann = await server.person({ name: 'Ann Zoë Patient' })
})

async function book(date: string, person = ann, more: { doctor?: string } = {}): Promise<string> {
  const response = await staff.book({ treatment, date, slot: eight, ...more }, Promise.resolve(person))
  if (response.statusCode !== 201) throw new Error(response.body)
  return response.json().booking._id
}
const call = (method: 'PUT' | 'POST', path: string, person: Pick<Person, 'bearer'>) =>
  server.app.inject({ method, url: `/calendar/feed${path}`, headers: person.bearer })
const addressOf = async (person: Person): Promise<URL> => new URL((await call('PUT', '', person)).json().url)
const get = ({ pathname }: URL) => server.app.inject(pathname)

/** Reads a feed with another library. */
async function eventsAt(url: URL) {
  const { statusCode, body } = await get(url)
  if (statusCode !== 200) throw new Error(body)
  const calendar = new ICAL.Component(ICAL.parse(body))
  for (const zone of calendar.getAllSubcomponents('vtimezone')) ICAL.TimezoneService.register(zone)
  return calendar.getAllSubcomponents('vevent').map((each) => new ICAL.Event(each))
}
const startsAt = async (url: URL) => (await eventsAt(url)).map((event) => event.startDate.toJSDate().toISOString())

describe('a patient’s feed', () => {
  it('has the right instants across both clock changes, for another parser', async () => {
    for (const date of ['Mar 7, 2026', 'Mar 8, 2026', 'Oct 31, 2026', 'Nov 1, 2026']) await book(date)
    expect(await startsAt(await addressOf(ann))).toEqual([
      '2026-03-07T13:00:00.000Z',
      '2026-03-08T12:00:00.000Z',
      '2026-10-31T12:00:00.000Z',
      '2026-11-01T13:00:00.000Z',
    ])
  })

  it('names the clinic, not the treatment, and is private', async () => {
    const id = await book('Mar 7, 2026')
    const response = await get(await addressOf(ann))
    expect([response.headers['content-type'], response.headers['cache-control']]).toEqual([
      'text/calendar; charset=utf-8',
      'private, no-cache',
    ])
    expect(response.body).not.toMatch(/Cleaning|Ann|example\.org/)
    const [event] = await eventsAt(await addressOf(ann))
    expect([event?.summary, event?.uid]).toEqual(['Appointment at Lumen Dental', `${id}@localhost`])
  })

  it('has the last 30 days and everything ahead, without cancelled appointments and those of others', async () => {
    await book('Feb 2, 2026')
    await book('Feb 3, 2026')
    await book('Jan 20, 2027')
    const cancelled = await book('Mar 2, 2026')
    await book('Mar 3, 2026', await server.person())
    await server.app.inject({
      method: 'POST',
      url: `/booking/${cancelled}/cancel`,
      headers: ann.bearer,
      payload: { reason: 'ill' },
    })
    now = new Date('2026-03-05T13:00:00Z')
    expect(await startsAt(await addressOf(ann))).toEqual(['2026-02-03T13:00:00.000Z', '2027-01-20T13:00:00.000Z'])
  })

  it('is sent only if something has changed', async () => {
    const id = await book('Mar 2, 2026')
    const url = await addressOf(ann)
    const { headers, body } = await get(url)
    const known = () => server.app.inject({ url: url.pathname, headers: { 'if-none-match': String(headers.etag) } })
    expect(await known()).toMatchObject({ statusCode: 304, body: '', headers: { etag: headers.etag } })
    expect((await get(url)).body).toBe(body)
    const payload = { date: 'Mar 4, 2026', slot: eight }
    await server.app.inject({ method: 'PATCH', url: `/booking/${id}/time`, headers: ann.bearer, payload })
    const changed = await known()
    expect([changed.statusCode, changed.headers.etag === headers.etag]).toEqual([200, false])
    const changedAt = new ICAL.Component(ICAL.parse(changed.body)).getFirstSubcomponent('vevent')
    const [row] = await server.database.db.select().from(booking).where(eq(booking.id, id))
    for (const name of ['dtstamp', 'last-modified'])
      expect(Date.parse(String(changedAt?.getFirstPropertyValue(name)))).toBe(
        Math.floor((row?.changedAt.getTime() ?? 0) / 1_000) * 1_000,
      )
    expect(row?.changedAt.getTime()).toBeGreaterThan(row?.createdAt.getTime() ?? 0)
  })

  it('follows a move', async () => {
    const id = await book('Mar 2, 2026')
    const url = await addressOf(ann)
    const payload = { date: 'Mar 4, 2026', slot: eight }
    await server.app.inject({ method: 'PATCH', url: `/booking/${id}/time`, headers: ann.bearer, payload })
    expect(await startsAt(url)).toEqual(['2026-03-04T13:00:00.000Z'])
  })

  it('keeps its address until it is renewed, which ends the former one', async () => {
    const [first, same] = await Promise.all([addressOf(ann), addressOf(ann)])
    expect(same.href).toBe(first.href)
    const renewed = new URL((await call('POST', '/renew', ann)).json().url)
    expect(renewed.href).not.toBe(first.href)
    expect([(await get(first)).statusCode, (await get(renewed)).statusCode]).toEqual([404, 200])
    expect((await addressOf(ann)).href).toBe(renewed.href)
    expect(await server.database.db.$count(calendarFeed, eq(calendarFeed.userId, ann.userId))).toBe(1)
  })

  it('ends with the account', async () => {
    const url = await addressOf(ann)
    await server.database.db.delete(user).where(eq(user.id, ann.userId))
    expect((await get(url)).statusCode).toBe(404)
  })
})

describe('a dentist’s feed', () => {
  const doctorFeed = async (id: string) => new URL((await call('PUT', `/doctor/${id}`, staff.admin)).json().url)
  let holm: string
  beforeAll(async () => {
    holm = await staff.addDoctor('Holm', treatment)
  })

  it('has initials and minutes only', async () => {
    await book('Mar 2, 2026', ann, { doctor: holm })
    const url = await doctorFeed(holm)
    const [event] = await eventsAt(url)
    expect([event?.summary, event?.location, event?.description]).toEqual(['AP, 30 min', null, null])
    expect((await get(url)).body).not.toMatch(/Cleaning|Ann|Patient|example\.org/)
  })

  it('is renewed by an admin, which is audited', async () => {
    const first = await doctorFeed(holm)
    const renewed = new URL((await call('POST', `/doctor/${holm}/renew`, staff.admin)).json().url)
    expect([(await get(first)).statusCode, (await get(renewed)).statusCode]).toEqual([404, 200])
    const [entry] = await server.database.db.select().from(audit).orderBy(desc(audit.id)).limit(1)
    expect(entry).toMatchObject({ action: 'renew-feed', actor: staff.admin.email, target: 'Holm' })
  })

  it('ends when the dentist leaves', async () => {
    const reed = await staff.addDoctor('Reed', 'Oral Surgery')
    const url = await doctorFeed(reed)
    await server.database.db.update(doctor).set({ leftAt: now }).where(eq(doctor.id, reed))
    expect((await get(url)).statusCode).toBe(404)
    expect((await call('PUT', `/doctor/${reed}`, staff.admin)).statusCode).toBe(404)
    expect((await call('POST', `/doctor/${reed}/renew`, staff.admin)).statusCode).toBe(404)
  })
})

it('an address that this server has not made is unknown', async () => {
  const url = await addressOf(ann)
  const [id = ''] = /[0-9a-f-]{36}/.exec(url.pathname) ?? []
  const forged = openFeedAddresses('another secret of 32 characters!', server.origin).urlOf(id)
  const unknown = openFeedAddresses(server.secret, server.origin).urlOf('0197a0c2-0000-4000-8000-000000000001')
  const others = [`/calendar/feed/${id}.ics`, `/calendar/feed/${id}`, '/calendar/feed/x', url.pathname.slice(0, -5)]
  for (const address of [forged, unknown, ...others.map((path) => server.origin + path)])
    expect((await get(new URL(address))).statusCode, address).toBe(404)
})

it('the log has no address of a feed, also after an error', async () => {
  const url = await addressOf(ann)
  await get(url)
  await get(new URL(url.href.replace('.ics', '/x')))
  await server.app.inject({ method: 'POST', url: url.pathname })
  await server.database.db.execute('alter table booking rename to hidden')
  expect((await get(url)).statusCode).toBe(500)
  await server.database.db.execute('alter table hidden rename to booking')
  const all = log.join('')
  expect(all).toContain('"route":"/calendar/feed/:file"')
  expect(all).toContain('request failed')
  for (const part of url.pathname.replace('.ics', '').split('/').at(-1)?.split('.') ?? [''])
    expect(all).not.toContain(part)
})
