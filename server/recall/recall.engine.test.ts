import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { mail } from '#server/database/schema/mail.ts'
import { patient, patientUser } from '#server/database/schema/patient.ts'
import { recall } from '#server/database/schema/recall.ts'
import { treatment } from '#server/database/schema/treatment.ts'
import { user } from '#server/database/schema/user.ts'
import { openTestRecalls } from '#server/recall/testing/recalls.ts'
import { maxInvitedADay } from './invite.ts'
import { setSnoozed } from './link-store.ts'
import { setStopped } from './stop-store.ts'

const day = { today: '2026-11-03', timeZone: 'America/New_York' } as const

let now: Date
let clinic: Awaited<ReturnType<typeof openTestRecalls>>
beforeAll(async () => {
  clinic = await openTestRecalls(() => now)
})
afterAll(() => clinic.close())
beforeEach(async () => {
  now = new Date('2026-11-03T15:00:00Z')
  await clinic.reset()
})

describe('who is due', () => {
  it('is invited so many months of the calendar after the last visit, not a day earlier', async () => {
    const [ann, bob] = [await clinic.addPatient(), await clinic.addPatient()]
    await clinic.add(ann, '2026-05-03')
    await clinic.add(bob, '2026-05-04')
    await clinic.run()
    expect(await clinic.recipients()).toEqual([ann.email])
    await clinic.send()
    // November 30 and three months is the last of February.
    await clinic.setInterval(3)
    const eve = await clinic.addPatient()
    await clinic.add(eve, '2026-11-30')
    now = new Date('2027-02-27T15:00:00Z')
    await clinic.run()
    expect(await clinic.recipients()).not.toContain(eve.email)
    await clinic.send()
    now = new Date('2027-02-28T15:00:00Z')
    await clinic.run()
    expect(await clinic.recipients()).toContain(eve.email)
  })

  it('counts the clinic’s day, and sends nothing at night', async () => {
    const ann = await clinic.addPatient()
    await clinic.add(ann, '2026-05-04')
    // Already the 4th in UTC.
    now = new Date('2026-11-04T02:00:00Z')
    await clinic.run()
    expect(await clinic.db.$count(recall)).toBe(0)
    now = new Date('2026-11-04T06:00:00Z')
    await clinic.run()
    expect([await clinic.db.$count(recall), await clinic.recipients()]).toEqual([1, []])
    now = new Date('2026-11-04T14:00:00Z')
    await clinic.run()
    expect(await clinic.recipients()).toEqual([ann.email])
  })

  it.each(['booked', 'cancelled', 'no-show'] as const)('is nobody whose last appointment is %s', async (status) => {
    await clinic.add(await clinic.addPatient(), '2026-05-01', { status })
    await clinic.run()
    expect(await clinic.recipients()).toEqual([])
  })

  it('is nobody with a later visit, also one that was not marked', async () => {
    const [ann, bob] = [await clinic.addPatient(), await clinic.addPatient()]
    await clinic.add(ann, '2026-01-05')
    await clinic.add(ann, '2026-07-06')
    await clinic.add(bob, '2026-01-05')
    await clinic.add(bob, '2026-10-26', { status: 'booked' })
    await clinic.run()
    expect(await clinic.recipients()).toEqual([])
  })

  it('is nobody with an appointment ahead, of any treatment', async () => {
    const [ann, bob] = [await clinic.addPatient(), await clinic.addPatient()]
    for (const one of [ann, bob]) await clinic.add(one, '2026-05-01')
    await clinic.add(ann, '2026-12-01', { status: 'booked', of: clinic.cavity })
    await clinic.add(bob, '2026-12-01', { status: 'cancelled', of: clinic.cavity })
    await clinic.run()
    expect(await clinic.recipients()).toEqual([bob.email])
  })

  it('is nobody for a retired treatment or one without an interval', async () => {
    const ann = await clinic.addPatient()
    await clinic.add(ann, '2026-05-01')
    await clinic.db.update(treatment).set({ retiredAt: now }).where(eq(treatment.id, clinic.cleaning.id))
    await clinic.run()
    await clinic.db.update(treatment).set({ retiredAt: null, recallMonths: null })
    await clinic.run()
    expect(await clinic.recipients()).toEqual([])
  })

  it('is nobody who stopped invitations, wants none, wants a call, or has confirmed no address', async () => {
    const { db } = clinic
    const [stopped, none, phone] = [await clinic.addPatient(), await clinic.addPatient(), await clinic.addPatient()]
    const unconfirmed = await clinic.addPatient({ emailVerified: false })
    for (const one of [stopped, none, phone, unconfirmed]) await clinic.add(one, '2026-05-01')
    await setStopped(db, stopped.patientId, true)
    await db.update(patient).set({ contact: 'none' }).where(eq(patient.id, none.patientId))
    await db.update(patient).set({ contact: 'phone' }).where(eq(patient.id, phone.patientId))
    await clinic.run()
    expect(await clinic.recipients()).toEqual([])
  })

  it('is invited once for each visit, whatever runs at the same time and however often', async () => {
    const ann = await clinic.addPatient()
    await clinic.add(ann, '2026-05-01')
    await Promise.all([clinic.run(), clinic.run(), clinic.run()])
    await clinic.setInterval(5)
    await clinic.run()
    expect(await clinic.recipients()).toEqual([ann.email])
    await clinic.send()
    await clinic.add(ann, '2026-11-02')
    now = new Date('2027-05-03T15:00:00Z')
    await clinic.run()
    expect(await clinic.recipients()).toEqual([ann.email, ann.email])
  })

  it('gets one email for two treatments', async () => {
    const ann = await clinic.addPatient()
    await clinic.setInterval(12, clinic.cavity)
    await clinic.add(ann, '2026-05-01')
    await clinic.add(ann, '2025-10-01', { of: clinic.cavity })
    await clinic.run()
    const [only, ...others] = await clinic.invitations()
    expect(others).toEqual([])
    expect(only && (await clinic.textOf(only))?.recall.treatments).toEqual(['Cavity Protection', 'Teeth Cleaning'])
  })

  it('is invited again once a snooze ends', async () => {
    const ann = await clinic.addPatient()
    await clinic.add(ann, '2026-05-01')
    await clinic.run()
    await clinic.send()
    await setSnoozed(clinic.db, ann.patientId, 1, day)
    now = new Date('2026-12-02T15:00:00Z')
    await clinic.run()
    expect(await clinic.recipients()).toHaveLength(1)
    now = new Date('2026-12-03T15:00:00Z')
    await clinic.run()
    await clinic.run()
    expect(await clinic.recipients()).toHaveLength(2)
  })

  it('is at most so many a day, the longest due first', async () => {
    const { db } = clinic
    await clinic.add(await clinic.addPatient(), '2026-05-02')
    const longest = await clinic.addPatient()
    await clinic.add(longest, '2020-05-01')
    const many = Array.from({ length: maxInvitedADay + 5 }, (_, at) => ({ id: `u${at}`, email: `u${at}@example.org` }))
    await db.insert(user).values(many.map((one) => ({ ...one, name: 'Ann', emailVerified: true })))
    for (const { id } of many) {
      const [own] = await db.select().from(patientUser).where(eq(patientUser.userId, id))
      await clinic.add({ patientId: own?.patientId ?? '' }, '2026-05-01')
    }
    await Promise.all([clinic.run(), clinic.run()])
    await clinic.run()
    expect(await clinic.recipients()).toHaveLength(maxInvitedADay)
    expect((await clinic.recipients())[0]).toBe(longest.email)
    await clinic.send()
    now = new Date('2026-11-04T15:00:00Z')
    await clinic.run()
    expect(await clinic.recipients()).toHaveLength(many.length + 2)
  })

  it('is nobody while invitations of an earlier day wait for the mail server', async () => {
    const [ann, bob] = [await clinic.addPatient(), await clinic.addPatient()]
    await clinic.add(ann, '2026-05-01')
    await clinic.run()
    await clinic.db.update(mail).set({ createdAt: sql`${mail.createdAt} - interval '1 year'` })
    await clinic.add(bob, '2026-05-01')
    await clinic.run()
    expect(await clinic.recipients()).toEqual([ann.email])
  })
})
