import { randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { patient, patientUser } from '#server/database/schema/patient.ts'
import { recall } from '#server/database/schema/recall.ts'
import { erasePatient } from '#server/patient/personal-store.ts'
import { openTestRecalls, type TestPatient } from '#server/recall/testing/recalls.ts'
import { setSnoozed } from './link-store.ts'
import { setStopped } from './stop-store.ts'

const eight = '08.00 AM - 08.30 AM'
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

describe('an invitation', () => {
  it('goes to the account that acts for a child, and names the child where there are others', async () => {
    const mother = await clinic.addPatient()
    const child = { patientId: randomUUID(), userId: mother.userId }
    await clinic.db.insert(patient).values({ id: child.patientId, name: 'Cleo' })
    await clinic.db.insert(patientUser).values({ ...child, relation: 'child' })
    await clinic.add(child, '2026-05-01')
    await clinic.run()
    const [only] = await clinic.invitations()
    expect([only?.recipient, only && (await clinic.textOf(only))?.recall.patientName]).toEqual([mother.email, 'Cleo'])
  })

  it('goes once to a patient with two accounts: to the one that booked', async () => {
    const [ann, other] = [await clinic.addPatient(), await clinic.addPatient()]
    await clinic.db.insert(patientUser).values({ userId: other.userId, patientId: ann.patientId, relation: 'partner' })
    await clinic.add({ ...ann, userId: other.userId }, '2026-05-01')
    await clinic.run()
    expect(await clinic.recipients()).toEqual([other.email])
  })

  it('has three free times on different days, found when it is sent', async () => {
    await clinic.add(await clinic.addPatient(), '2026-05-01')
    await clinic.run()
    const [only] = await clinic.invitations()
    if (!only) throw new Error('no invitation')
    // The mail server was away for a week.
    now = new Date('2026-11-10T15:00:00Z')
    const times = (await clinic.textOf(only))?.recall.times ?? []
    expect(times.map(({ date, slot }) => [date, slot])).toEqual([
      ['2026-11-13', eight],
      ['2026-11-14', eight],
      ['2026-11-15', eight],
    ])
    expect(times[0]?.link).toMatch(/^https:\/\/clinic\.example\/recall#[\w-]+\.[\w-]+&2026-11-13T0800$/)
  })

  it.each([
    ['books', (ann: TestPatient) => clinic.add(ann, '2026-12-01', { status: 'booked' })],
    ['comes', (ann: TestPatient) => clinic.add(ann, '2026-11-02')],
    ['stops invitations', (ann: TestPatient) => setStopped(clinic.db, ann.patientId, true)],
    ['puts them off', (ann: TestPatient) => setSnoozed(clinic.db, ann.patientId, 3, day)],
    ['is erased', (ann: TestPatient) => erasePatient(clinic.db, ann.patientId, { name: 'Erased' })],
  ])('is not sent to somebody who %s before it leaves', async (_what, change) => {
    const ann = await clinic.addPatient()
    await clinic.add(ann, '2026-05-01')
    await clinic.run()
    const [only] = await clinic.invitations()
    if (!only) throw new Error('no invitation')
    expect(await clinic.textOf(only)).toBeDefined()
    await change(ann)
    expect(await clinic.textOf(only)).toBeUndefined()
  })

  it('follows a patient into the record that has their data, and keeps what they asked for', async () => {
    const [ann, kept] = [await clinic.addPatient(), await clinic.addPatient()]
    await clinic.add(ann, '2026-05-01')
    await clinic.run()
    await setStopped(clinic.db, ann.patientId, true)
    await clinic.db.execute(sql`update patient_user set relation = 'other' where patient_id = ${ann.patientId}`)
    await clinic.db.execute(sql`select merge_patient(${ann.patientId}, ${kept.patientId})`)
    const [row] = await clinic.db.select().from(recall)
    const [record] = await clinic.db.select().from(patient).where(eq(patient.id, kept.patientId))
    expect([row?.patientId, record?.recallsStoppedAt]).toEqual([kept.patientId, expect.any(Date)])
  })

  it('leaves nothing of an erased patient', async () => {
    const ann = await clinic.addPatient()
    await clinic.add(ann, '2026-05-01')
    await clinic.run()
    await erasePatient(clinic.db, ann.patientId, { name: 'Erased' })
    await clinic.run()
    expect(await clinic.db.$count(recall)).toBe(0)
  })
})
