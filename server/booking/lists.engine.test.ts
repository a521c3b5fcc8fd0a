import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addDays, formatMediumDate } from '#contract/kit/time/clinic-date.ts'
import type { Treatment } from '#contract/treatment.ts'
import { openTestApp, type TestApp } from '#server/testing/app.ts'
import { bearerOf } from '#server/testing/sessions.ts'

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

function freshDate() {
  day += 1
  return formatMediumDate(addDays('2026-05-01', day))
}

/** Books the first treatment through the API. */
async function book(person: Pick<Person, 'email' | 'bearer'>) {
  const [treatment] = treatments
  const answer = await server.app.inject({
    method: 'POST',
    url: '/booking',
    headers: person.bearer,
    payload: {
      treatmentId: treatment?._id,
      price: treatment?.price,
      date: freshDate(),
      slot: first,
      patient: person.email,
    },
  })
  return answer.json().booking
}

const free = async (date: string): Promise<string[]> =>
  (await server.app.inject({ url: '/available', query: { date } })).json()[0].slots

describe('lists', () => {
  const get = (url: string, headers: Record<string, string>) => server.app.inject({ url, headers })

  it('return the caller’s own bookings, and anybody’s to an admin', async () => {
    const [ann, ben, admin] = [await server.person(), await server.person(), await server.person({ role: 'admin' })]
    const made = await book(ann)
    expect((await get(`/booking?patient=${ann.email}`, ben.bearer)).statusCode).toBe(403)
    expect((await get(`/booking?patient=${ann.email}`, {})).statusCode).toBe(401)
    const changes = { state: 'changeable' }
    expect((await get(`/booking?patient=${ann.email}`, admin.bearer)).json()).toEqual([{ ...made, changes }])
    expect((await get(`/booking/${made._id}`, ben.bearer)).statusCode).toBe(404)
    expect((await get(`/booking/${made._id}`, {})).statusCode).toBe(401)
    expect((await get(`/booking/${made._id}`, admin.bearer)).json()).toEqual({ ...made, changes })
    expect((await get('/booking/00000000-0000-4000-8000-000000000000', ann.bearer)).statusCode).toBe(404)
  })

  it.each([
    ['/booking', 'patient'],
    ['/booking?patient=a@x.com&patient=b@x.com', 'patient'],
    ['/booking?patient[]=a@x.com', 'patient'],
    ['/booking/1', 'id'],
    ['/booking/%00', 'id'],
    ['/available', 'date'],
    ['/available?date=2027-05-01', 'date'],
    ['/available?date=May 1, 2027&date=May 2, 2027', 'date'],
    ['/admin/abc', 'email'],
  ])('refuse %s and name the field', async (url, field) => {
    const ann = await server.person()
    const refused = await get(url, ann.bearer)
    expect(refused.statusCode).toBe(400)
    expect(Object.keys(refused.json().errors)).toEqual([field])
  })

  it('read a space in the patient’s email as a plus', async () => {
    const person = { name: 'Pia', email: 'pia+dentist@example.org', password: 'secret1' }
    const { cookie } = await server.signUp(person)
    const bearer = await bearerOf(server, cookie, person.email)
    const made = await book({ email: person.email, bearer })
    for (const address of ['pia+dentist@example.org', 'pia%2Bdentist@example.org', 'Pia%20dentist@example.org']) {
      const list = await get(`/booking?patient=${address}`, bearer)
      expect(list.json()).toEqual([{ ...made, changes: { state: 'changeable' } }])
    }
  })

  it('refuse an invalid email with 403 like another patient’s', async () => {
    const ann = await server.person()
    expect((await get('/booking?patient=abc', ann.bearer)).statusCode).toBe(403)
    expect((await get('/booking?patient=', ann.bearer)).statusCode).toBe(403)
  })

  it('have no free slots on a past day', async () => {
    expect(await free('Mar 9, 2026')).toEqual([])
    expect(await free('Mar 10, 2026')).toHaveLength(11)
  })
})
