import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addDays, formatMediumDate } from '#contract/kit/time/clinic-date.ts'
import type { Treatment } from '#contract/treatment.ts'
import { session } from '#server/database/schema/auth.ts'
import { booking } from '#server/database/schema/booking.ts'
import { openTestApp, type TestApp } from '#server/testing/app.ts'

let server: TestApp
let treatments: Treatment[]
let day = 0
type Person = Awaited<ReturnType<TestApp['person']>>

beforeAll(async () => {
  server = await openTestApp()
  treatments = (await server.app.inject('/service')).json()
})
afterAll(() => server.close())

const first = '08.00 AM - 08.30 AM'
const second = '08.30 AM - 09.00 AM'

function freshDate() {
  day += 1
  return formatMediumDate(addDays('2026-05-01', day))
}

function request(person: Person, date: string, overrides: object = {}) {
  const [treatment] = treatments
  return {
    treatmentId: treatment?._id,
    treatment: treatment?.name,
    date,
    slot: first,
    price: treatment?.price,
    patient: person.email,
    patientName: person.name,
    phone: '555 0142',
    ...overrides,
  }
}

function post(payload: unknown, headers: Record<string, string>) {
  return server.app.inject({
    method: 'POST',
    url: '/booking',
    headers: { origin: server.origin, 'content-type': 'application/json', ...headers },
    payload: typeof payload === 'string' ? payload : JSON.stringify(payload),
  })
}

const free = async (date: string): Promise<string[]> =>
  (await server.app.inject({ url: '/available', query: { date } })).json()[0].slots

describe('POST /booking', () => {
  it('returns the booking, which is then listed, found by its id and no longer free', async () => {
    const ann = await server.person({ name: 'Ann' })
    const date = freshDate()
    expect(await free(date)).toContain(first)
    const made = await post(request(ann, date, { patientName: 'Somebody', treatment: 'Free lunch' }), ann.bearer)
    expect(made.statusCode).toBe(201)
    expect(made.json()).toMatchObject({
      success: true,
      booking: {
        treatment: 'Teeth Orthodontics',
        date,
        slot: first,
        price: 99,
        patient: ann.email,
        patientName: 'Ann',
        phone: '555 0142',
      },
    })
    const { _id } = made.json().booking
    expect(made.json().booking).not.toHaveProperty('paid')
    expect(await free(date)).not.toContain(first)
    const list = await server.app.inject({ url: '/booking', query: { patient: ann.email }, headers: ann.bearer })
    expect(list.json()).toEqual([{ ...made.json().booking, changes: { state: 'changeable' } }])
    expect((await server.app.inject({ url: `/booking/${_id}`, headers: ann.bearer })).json()).toEqual(list.json()[0])
  })

  it('accepts the session cookie instead of a token, from the site’s own origin', async () => {
    const person = { name: 'Cy', email: 'cy@example.org', password: 'secret1' }
    const { cookie } = await server.signUp(person)
    const wanted = request({ ...(await server.person()), ...person }, freshDate())
    expect((await post(wanted, { cookie, origin: 'https://evil.example' })).statusCode).toBe(403)
    expect((await post(wanted, { cookie })).statusCode).toBe(201)
  })

  it('is refused without proof, with an invalid token beside a valid cookie, and for another patient', async () => {
    const ann = await server.person()
    const { cookie } = await server.signUp({ name: 'Di', email: 'di@example.org', password: 'secret1' })
    const wanted = request(ann, freshDate())
    expect((await post(wanted, {})).statusCode).toBe(401)
    expect((await post(wanted, { cookie, authorization: 'Bearer x' })).statusCode).toBe(401)
    expect((await post({ ...wanted, patient: 'else@example.org' }, ann.bearer)).statusCode).toBe(403)
  })

  it('is refused with a token whose session has ended', async () => {
    const ann = await server.person()
    await server.database.db.delete(session).where(eq(session.id, ann.sessionId))
    const refused = await post(request(ann, freshDate()), ann.bearer)
    expect(refused.statusCode).toBe(401)
    expect(await server.database.db.$count(booking, eq(booking.patientId, ann.userId))).toBe(0)
  })

  it('answers a second booking of that treatment and day with the first', async () => {
    const ann = await server.person()
    const date = freshDate()
    const made = (await post(request(ann, date), ann.bearer)).json()
    const again = await post(request(ann, date, { slot: second }), ann.bearer)
    expect(again.statusCode).toBe(409)
    expect(again.json()).toEqual({ success: false, booking: withoutChanges(made.booking) })
  })

  it('answers slot-taken without revealing the other patient', async () => {
    const [ann, ben] = [await server.person(), await server.person()]
    const date = freshDate()
    await post(request(ann, date), ann.bearer)
    const lost = await post(request(ben, date), ben.bearer)
    expect(lost.statusCode).toBe(409)
    expect(lost.json()).toEqual({ success: false, reason: 'slot-taken', booking: { date, slot: first } })
  })

  it('refuses a price other than the current one', async () => {
    const ann = await server.person()
    const date = freshDate()
    const lower = await post(request(ann, date, { price: 1 }), ann.bearer)
    expect(lower.statusCode).toBe(409)
    const booking = { date, slot: first }
    expect(lower.json()).toEqual({ success: false, reason: 'price-changed', booking, price: 99 })
  })

  it.each([
    ['a day that has passed', { date: 'Mar 9, 2026' }, 'date'],
    ['a slot of today that has begun', { date: 'Mar 10, 2026', slot: '09.30 AM - 10.00 AM' }, 'slot'],
    ['an ISO date', { date: '2027-05-01' }, 'date'],
    ['a day that does not exist', { date: 'Feb 30, 2027' }, 'date'],
    ['a slot that the treatment does not have', { slot: '12.00 PM - 12.30 PM' }, 'slot'],
    ['an invalid slot', { slot: 'noon' }, 'slot'],
    ['an unknown treatment', { treatmentId: '00000000-0000-4000-8000-000000000000' }, 'treatmentId'],
    ['an invalid id', { treatmentId: 'x' }, 'treatmentId'],
    ['a day after the horizon', { date: 'Mar 11, 2027' }, 'date'],
    ['a phone of 41 characters', { phone: '1'.repeat(41) }, 'phone'],
    ['a list for a phone', { phone: ['1'] }, 'phone'],
    ['an object for a slot', { slot: { $ne: null } }, 'slot'],
    ['text for a price', { price: '99' }, 'price'],
    ['a negative price', { price: -1 }, 'price'],
    ['no patient', { patient: null }, 'patient'],
    ['a character that PostgreSQL can’t store', { phone: '1\u0000' }, 'phone'],
  ])('refuses %s, names the field and changes nothing', async (_case, overrides, field) => {
    const ann = await server.person()
    const before = await server.database.db.$count(booking)
    const wanted = request(ann, freshDate(), overrides)
    const refused = await post(wanted, ann.bearer)
    expect(refused.statusCode).toBe(400)
    expect(refused.headers['content-type']).toContain('application/problem+json')
    expect(Object.keys(refused.json().errors)).toEqual([field])
    // A client that knows only the specification's sentence shows the requested time in it.
    const isReadable = { date: !/^2027|^Feb 30/.test(wanted.date), slot: /^\d\d\./.test(String(wanted.slot)) }
    expect(refused.json()).toMatchObject({
      success: false,
      booking: { ...(isReadable.date && { date: wanted.date }), ...(isReadable.slot && { slot: wanted.slot }) },
    })
    expect(await server.database.db.$count(booking)).toBe(before)
  })

  it('accepts a booking without a phone, and any text as one', async () => {
    for (const phone of [undefined, '', 'ask my daughter, 0049 (0)30-555 01 42', '\u202a+1 212 555 0142\u202c']) {
      const ann = await server.person()
      const made = await post(request(ann, freshDate(), { phone }), ann.bearer)
      expect(made.statusCode).toBe(201)
      expect(made.json().booking.phone).toBe((phone ?? '').replace(/[\u202a\u202c]/g, ''))
    }
  })

  it('reads null as absent in every optional field', async () => {
    const ann = await server.person({ name: 'Ann' })
    const empty = { treatment: null, patientName: null, patientId: null, phone: null, doctor: null }
    const made = await post(request(ann, freshDate(), empty), ann.bearer)
    expect([made.statusCode, made.json().booking]).toMatchObject([201, { patientName: 'Ann', phone: '' }])
  })

  it('answers a second treatment at the same time with the conflicting appointment', async () => {
    const ann = await server.person()
    const date = freshDate()
    const made = (await post(request(ann, date), ann.bearer)).json()
    const [, other] = treatments
    const refused = await post(request(ann, date, { treatmentId: other?._id, price: other?.price }), ann.bearer)
    expect(refused.statusCode).toBe(409)
    expect(refused.json()).toEqual({ success: false, booking: withoutChanges(made.booking) })
  })

  it('refuses an account that has the maximum of upcoming appointments', async () => {
    const ann = await server.person()
    for (let count = 0; count < 20; count += 1) {
      expect((await post(request(ann, freshDate()), ann.bearer)).statusCode).toBe(201)
    }
    const date = freshDate()
    const refused = await post(request(ann, date), ann.bearer)
    expect(refused.statusCode).toBe(400)
    expect(refused.json()).toMatchObject({ success: false, booking: { date, slot: first } })
    expect(refused.json().detail).toContain('as many upcoming appointments')
  })

  it('books today’s next slot at ten in the morning', async () => {
    const ann = await server.person()
    const today = { date: 'Mar 10, 2026', slot: '10.30 AM - 11.00 AM' }
    expect((await post(request(ann, '', today), ann.bearer)).statusCode).toBe(201)
  })

  it.each(['{', '[]', '"text"', 'null', '42', ''])('refuses the body %j', async (body) => {
    const ann = await server.person()
    const refused = await post(body, ann.bearer)
    expect(refused.statusCode).toBe(400)
    expect(refused.json().errors).toBeDefined()
  })

  it('refuses a body over 64 KB, and one whose content type is not JSON', async () => {
    const ann = await server.person()
    const wanted = request(ann, freshDate())
    expect((await post({ ...wanted, more: 'x'.repeat(65_536) }, ann.bearer)).statusCode).toBe(413)
    expect((await post('a=b', { ...ann.bearer, 'content-type': 'text/xml' })).statusCode).toBe(415)
  })
})

/** A refusal names the booking, and not what can be done with it. */
function withoutChanges({ changes: _changes, ...booking }: { changes: unknown }) {
  return booking
}
