import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { formatMediumDate } from '#contract/kit/time/clinic-date.ts'
import { type PersonalData, personalData } from '#contract/privacy/personal-data.ts'
import { audit } from '#server/database/schema/audit.ts'
import { session } from '#server/database/schema/auth.ts'
import { booking } from '#server/database/schema/booking.ts'
import { openTestRefunds, type TestRefunds } from '#server/testing/refunds.ts'

let refunds: TestRefunds
let boss: Awaited<ReturnType<TestRefunds['server']['person']>>

beforeAll(async () => {
  refunds = await openTestRefunds()
  boss = await refunds.server.person({ role: 'admin' })
})
afterAll(() => refunds.close())

const get = (url: string) => refunds.server.app.inject({ url, headers: boss.bearer })
const exportOf = async (email: string): Promise<PersonalData> =>
  (await get(`/user/personalData/${encodeURIComponent(email)}`)).json()

describe('an export', () => {
  it('has the account, appointments, payments with refunds, emails, and what the person did', async () => {
    const { ann, id, intent } = await refunds.paid()
    await refunds.refundOf(20)
    await expect.poll(refunds.totals, { timeout: 20_000 }).toEqual([0, 20_00])
    await refunds.server.database.db.update(booking).set({ note: 'Afraid of needles' }).where(eq(booking.id, id))
    const other = await refunds.paid()
    const data = await exportOf(ann.email)
    expect(personalData.parse(data)).toEqual(data)
    expect(data.account).toMatchObject({ id: ann.userId, name: 'Ann', email: ann.email, role: 'patient' })
    expect(data.appointments).toMatchObject([
      { id, treatment: 'Teeth Cleaning', price: 59, note: 'Afraid of needles', payment: intent, refunded: 20 },
    ])
    expect(data.payments).toMatchObject([
      { id: intent, appointment: id, amount: 59, refunds: [{ amount: 20, reason: 'by-staff', state: 'succeeded' }] },
    ])
    expect(data.emails.map(({ kind }) => kind)).toContain('receipt')
    expect(data.devices).toHaveLength(1)
    expect(JSON.stringify(data)).not.toContain(other.ann.email)
    expect(JSON.stringify(data)).not.toContain(other.id)
  })

  it('names the staff’s looks and changes, not who looked', async () => {
    const { ann, id } = await refunds.paid()
    await get(`/booking?patient=${ann.email}`)
    await get(`/booking/${id}`)
    await get(`/desk/appointments/${id}/payment`)
    const [row] = await refunds.server.database.db.select().from(booking).where(eq(booking.id, id))
    await get(`/desk/day?date=${formatMediumDate(row?.date ?? '1970-01-01')}`)
    await get(`/desk/patients?search=${ann.email}`)
    await get(`/user/sessions/${ann.email}`)
    await exportOf(ann.email)
    const data = await exportOf(ann.email)
    expect(data.accesses.map(({ action }) => action)).toEqual([
      'export-data',
      'read-sessions',
      'search-patients',
      'read-day',
      'read-appointment',
      'read-appointment',
      'read-appointment',
    ])
    expect(JSON.stringify(data)).not.toContain(boss.email)
  })

  it('is readable as a page, in which nothing of the person is markup', async () => {
    const { ann, id } = await refunds.paid()
    const { db } = refunds.server.database
    await db.update(booking).set({ patientName: '<script>alert(1)</script>' }).where(eq(booking.id, id))
    const page = await get(`/user/personalData/${ann.email}?format=html`)
    expect(page.headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'content-disposition': 'attachment; filename="personal-data.html"',
    })
    expect(page.body).not.toContain('<script')
    for (const text of ['&lt;script&gt;', ann.email, 'Teeth Cleaning', '$59', 'Receipt', 'Who looked at your data'])
      expect(page.body).toContain(text)
  })

  it('is recorded when staff make it, and needs a fresh sign-in', async () => {
    const { ann } = await refunds.paid()
    const { db } = refunds.server.database
    await exportOf(ann.email)
    const trail = await db.select().from(audit).where(eq(audit.target, ann.email))
    expect(trail).toMatchObject([{ action: 'export-data', actor: boss.email, personIds: [ann.userId] }])
    const stale = await refunds.server.person({ role: 'admin' })
    const twoHoursAgo = new Date(Date.now() - 7_200_000)
    await db.update(session).set({ confirmedAt: twoHoursAgo }).where(eq(session.id, stale.sessionId))
    const refused = await refunds.server.app.inject({ url: `/user/personalData/${ann.email}`, headers: stale.bearer })
    expect([refused.statusCode, refused.json().code]).toEqual([403, 'CONFIRMATION_NEEDED'])
  })

  it('of an unknown email is a 404, of a wrong format a 400', async () => {
    expect((await get('/user/personalData/nobody@example.org')).statusCode).toBe(404)
    const { ann } = await refunds.paid()
    const wrong = await get(`/user/personalData/${ann.email}?format=pdf`)
    expect([wrong.statusCode, Object.keys(wrong.json().errors)]).toEqual([400, ['format']])
  })
})
