import { and, eq, isNull, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openFeedAddresses } from '#server/appointment/feed-address.ts'
import { audit } from '#server/database/schema/audit.ts'
import { account, session, verification } from '#server/database/schema/auth.ts'
import { booking, calendarFeed } from '#server/database/schema/booking.ts'
import { mail } from '#server/database/schema/mail.ts'
import { patientPhone, patientUser } from '#server/database/schema/patient.ts'
import { textConsent } from '#server/database/schema/text-message.ts'
import { user } from '#server/database/schema/user.ts'
import type { Jobs } from '#server/jobs/jobs.ts'
import { tracesIn } from '#server/privacy/testing/traces.ts'
import { openTestStaff } from '#server/testing/calendar/staff.ts'
import { openFormerLinks } from '#server/testing/former-link.ts'
import { openTestRefunds, type TestRefunds } from '#server/testing/refunds.ts'
import { erase } from './erasure.ts'

const password = 'a long enough password'

let refunds: TestRefunds
let boss: Awaited<ReturnType<TestRefunds['server']['person']>>
let database: TestRefunds['server']['database']

beforeAll(async () => {
  refunds = await openTestRefunds()
  database = refunds.server.database
  boss = await refunds.server.person({ role: 'admin' })
})
afterAll(() => refunds.close())

/** Makes an appointment one of the past. */
const makePast = (id: string) =>
  database.db.execute(sql`
    update booking set date = '2026-03-02', slot = '08.00 AM - 08.30 AM', starts_at = '2026-03-02 13:00Z', ends_at = '2026-03-02 13:30Z',
      busy = '[2026-03-02 13:00Z,2026-03-02 13:30Z)', doctor_id = null, overridden = true where id = ${id}`)
const traces = (text: string) => tracesIn(database, text)
const eraseByStaff = (email: string) => refunds.post(`/user/erasure/${encodeURIComponent(email)}`, {})
const eraseOwn = (cookie: string, email: string) =>
  refunds.server.app.inject({
    method: 'POST',
    url: '/api/auth/erasure',
    headers: { cookie, origin: refunds.server.origin },
    payload: { email },
  })
describe('an account with a past appointment that was paid', () => {
  it('is erased by its owner: nothing of the person is left but the trail and the last email', async () => {
    const email = 'gone@example.org'
    const { cookie } = await refunds.server.signUp({ name: 'Gonda Gone', email, password })
    const [{ id: userId } = { id: '' }] = await database.db.select().from(user).where(eq(user.email, email))
    const [own] = await database.db.select().from(patientUser).where(eq(patientUser.userId, userId))
    const { id, intent } = await refunds.paid()
    await makePast(id)
    await database.db
      .update(booking)
      .set({
        patientId: own?.patientId,
        patient: email,
        patientName: 'Gonda Gone',
        phone: '+1 212 555 0188',
        note: 'Gonda is shy',
      })
      .where(eq(booking.id, id))
    await database.db.insert(patientPhone).values({ patientId: own?.patientId ?? '', number: '+1 212 555 0188' })
    await database.db.insert(calendarFeed).values({ id: crypto.randomUUID(), userId })
    const answer = await eraseOwn(cookie, email)
    expect([answer.statusCode, answer.body]).toEqual([204, ''])

    for (const text of ['Gonda', '555 0188', '5550188', password]) expect(await traces(text)).toEqual([])
    expect((await traces(email)).map((row) => row.split(':')[0])).toEqual(['public.mail'])
    expect(await database.db.select().from(mail).where(eq(mail.recipient, email))).toMatchObject([
      { kind: 'account-erased' },
    ])
    const [row] = await database.db.select().from(booking).where(eq(booking.id, id))
    expect(row).toMatchObject({
      transactionId: intent,
      priceCents: 59_00,
      patientName: 'Erased account',
      phone: '',
      note: '',
    })
    for (const table of [session, account, calendarFeed])
      expect(await database.db.select().from(table)).not.toContainEqual(expect.objectContaining({ userId }))
    expect(await database.db.select().from(audit).where(eq(audit.userId, userId))).toMatchObject([
      { action: 'erase-account', personIds: [userId, own?.patientId] },
    ])
    const signIn = await refunds.server.app.inject({
      method: 'POST',
      url: '/api/auth/sign-in/email',
      headers: { origin: refunds.server.origin },
      payload: { email, password },
    })
    expect(signIn.statusCode).toBe(401)
    expect((await eraseOwn(cookie, email)).statusCode).toBe(401)
    const again = await refunds.server.signUp({ name: 'Another', email, password })
    expect(again.answer.statusCode).toBe(200)
  })

  it('leaves a child whom it brought along without its phone number, email and agreements', async () => {
    const ann = await refunds.server.person()
    const headers = ann.bearer
    const payload = { name: 'Mia Gonda', birthDate: '2016-05-03', relation: 'child' }
    const added = await refunds.server.app.inject({ method: 'POST', url: '/account/patients', headers, payload })
    const { _id: patientId } = added.json()
    const staff = await openTestStaff(refunds.server)
    const [cleaning] = await staff.treatments()
    const wish = { patient: { id: patientId }, treatmentId: cleaning?._id, requestId: crypto.randomUUID() }
    const time = { date: 'May 27, 2026', slot: '08.00 AM - 08.30 AM', phone: '212 555 0199' }
    const { _id: id } = (await staff.bookFor({ ...wish, ...time })).json().booking
    await makePast(id)
    const { db } = database
    await db.update(booking).set({ bookedBy: ann.userId, patient: ann.email }).where(eq(booking.id, id))
    await db.insert(patientPhone).values({ patientId: ann.patientId, number: '+12125550199' })
    await db.insert(patientPhone).values({ patientId: ann.patientId, number: '212-555-0199' })
    await db.insert(patientPhone).values({ patientId, number: '646 555 0123' })
    await db.insert(textConsent).values({ patientId, phone: '+12125550199', wording: 'Yes', givenBy: ann.email })
    expect((await eraseByStaff(ann.email)).statusCode).toBe(204)
    const phones = await db.select().from(patientPhone).where(eq(patientPhone.patientId, patientId))
    expect(phones.map(({ number }) => number)).toEqual(['646 555 0123'])
    const [row] = await db.select().from(booking).where(eq(booking.id, id))
    expect(row).toMatchObject({ patientName: 'Mia Gonda', phone: '', patient: '', bookedBy: null })
    expect(await db.$count(textConsent, eq(textConsent.patientId, patientId))).toBe(0)
  })

  it('is erased by staff who are asked to, and is in no list of users', async () => {
    const { ann, id } = await refunds.paid()
    await makePast(id)
    expect((await eraseByStaff(ann.email)).statusCode).toBe(204)
    expect((await eraseByStaff(ann.email)).statusCode).toBe(404)
    const users = await refunds.server.app.inject({ url: '/user?search=erased', headers: boss.bearer })
    expect([users.headers['x-total-count'], users.json()]).toEqual(['0', []])
    const patients = await refunds.server.app.inject({ url: '/desk/patients?search=erased', headers: boss.bearer })
    expect(patients.json()).toEqual([])
    const day = await refunds.server.app.inject({ url: '/desk/day?date=Mar 2, 2026', headers: boss.bearer })
    expect(day.statusCode).toBe(200)
    expect(day.body).toContain('Erased account')
  })
})

describe('an erasure is refused and changes nothing', () => {
  const refusal = async (email: string) => {
    const before = await database.db.select().from(user).where(eq(user.email, email))
    const answer = await eraseByStaff(email)
    expect(await database.db.select().from(user).where(eq(user.email, email))).toEqual(before)
    return [answer.statusCode, answer.json().code]
  }

  it('with an upcoming appointment, and while a refund is under way', async () => {
    const { ann, id } = await refunds.paid('4000000000007726')
    expect(await refusal(ann.email)).toEqual([409, 'upcoming-appointments'])
    await makePast(id)
    await refunds.refundOf(20)
    expect(await refusal(ann.email)).toEqual([409, 'refund-under-way'])
  })

  it('for staff, for another account than the one that is signed in, and without a fresh sign-in', async () => {
    const second = await refunds.server.person({ role: 'admin' })
    expect(await refusal(second.email)).toEqual([409, 'staff-account'])
    const { cookie } = await refunds.server.signUp({ name: 'Bea', email: 'bea@example.org', password })
    expect((await eraseOwn(cookie, 'someone@example.org')).statusCode).toBe(403)
    await database.db.execute(sql`
      update session set confirmed_at = now() - interval '2 hours' where user_id = (select id from "user" where email = 'bea@example.org')`)
    const stale = await eraseOwn(cookie, 'bea@example.org')
    expect([stale.statusCode, stale.json().code]).toEqual([403, 'CONFIRMATION_NEEDED'])
    expect(await database.db.$count(user, eq(user.email, 'bea@example.org'))).toBe(1)
  })
})

it('that fails at its last step leaves everything as it was', async () => {
  const { ann, id } = await refunds.paid()
  await makePast(id)
  const deps = {
    ...{ db: database.db, clock: () => new Date('2026-03-10T14:00:00Z') },
    jobs: { enqueue: async () => true } as unknown as Jobs,
  }
  // The receipt is sent meanwhile.
  await expect.poll(() => database.db.$count(mail, and(eq(mail.recipient, ann.email), isNull(mail.doneAt)))).toBe(0)
  const before = await traces(ann.email)
  // The trail, which is written last, can't hold this address.
  await expect(erase(deps, ann.email, 'owner', '\0')).rejects.toThrow('insert into "audit"')
  expect(await traces(ann.email)).toEqual(before)
})

it('and bookings at the same time leave no appointment of an erased account', async () => {
  for (let round = 0; round < 5; round += 1) {
    const ann = await refunds.server.person()
    const [outcome] = await Promise.all([eraseByStaff(ann.email), refunds.pay.book(ann).catch(() => undefined)])
    const [row] = await database.db.select().from(user).where(eq(user.id, ann.userId))
    const appointments = await database.db.$count(booking, eq(booking.patientId, ann.patientId))
    expect([outcome.statusCode, appointments, row === undefined]).toEqual(
      appointments === 1 ? [409, 1, false] : [204, 0, true],
    )
  }
})

it('of an account deletes its unused links', async () => {
  const { ann, id } = await refunds.paid()
  await makePast(id)
  await database.db.insert(verification).values({
    ...{ id: crypto.randomUUID(), identifier: 'reset-password:x', value: ann.userId },
    expiresAt: new Date(Date.now() + 60_000),
  })
  await eraseByStaff(ann.email)
  expect(await database.db.$count(verification, eq(verification.value, ann.userId))).toBe(0)
})

it('ends the links in emails: they tell nothing of the appointment any more', async () => {
  const { ann, id } = await refunds.paid()
  await makePast(id)
  const { secret, origin } = refunds.server
  const token = openFormerLinks(secret).issue({ id, patientId: ann.patientId })
  const feed = crypto.randomUUID()
  const { pathname } = new URL(openFeedAddresses(secret, origin).urlOf(feed))
  await database.db.insert(calendarFeed).values({ id: feed, userId: ann.userId })
  const readAll = async () => [
    await refunds.post('/appointment-link', { token }),
    await refunds.post('/appointment-link/calendar.ics', { token }),
    await refunds.post('/appointment-link/cancel', { token, reason: 'ill' }),
    await refunds.server.app.inject({ url: pathname }),
  ]
  expect((await readAll()).map(({ statusCode }) => statusCode)).toEqual([200, 200, 409, 200])
  await eraseByStaff(ann.email)
  await expect(database.db.insert(calendarFeed).values({ id: feed, userId: ann.userId })).rejects.toThrow()
  for (const answer of await readAll()) {
    expect(answer.statusCode).toBe(404)
    expect(answer.body).not.toMatch(/Cleaning|Mar 2|20260302|BEGIN:/)
    expect(answer.json().detail).toMatch(/^(This link is not valid|There is no such calendar)\.$/)
  }
})
