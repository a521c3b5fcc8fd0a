import { randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { audit } from '#server/database/schema/audit.ts'
import { patientUser } from '#server/database/schema/patient.ts'
import { waitingEntry } from '#server/database/schema/waiting.ts'
import { openTestApp, type TestApp } from '#server/testing/app.ts'
import { openTestStaff, type TestStaff } from '#server/testing/calendar/staff.ts'
import { mailsTo } from '#server/testing/outside/outbox.ts'
import { type Account, openTestTies, type TestTies } from '#server/testing/ties.ts'

let server: TestApp
let staff: TestStaff
let ties: TestTies

beforeAll(async () => {
  server = await openTestApp()
  staff = await openTestStaff(server)
  ties = openTestTies(server, staff)
})
afterAll(() => server.close())

const db = () => server.database.db

describe('a record that is handed over', () => {
  const birthDate = '2004-05-03'

  it('is its own person’s after they name its birth date, and whoever gave it keeps nothing', async () => {
    const [ann, mia] = [await server.person(), await server.person({ name: 'Mia M.' })]
    const child = await ties.addPerson(ann, { name: 'Mia Maier', birthDate })
    await ties.bookAtDesk(child._id)
    const token = await ties.link(ann, child._id, mia)
    const offered = await ties.send(mia, 'POST', '/account/patients/shared', { token })
    expect(offered.json()).toEqual({ kind: 'hand-over', name: 'Mia Maier', sharedBy: ann.email })
    expect((await ties.accept(mia, token)).json().errors).toHaveProperty('birthDate')
    expect((await ties.accept(mia, token, { birthDate: '2004-05-04' })).statusCode).toBe(400)
    expect(await ties.appointmentsOf(mia)).toEqual([])
    const accepted = await ties.accept(mia, token, { birthDate })
    expect(accepted.json()).toMatchObject({ name: 'Mia Maier', relation: 'self', others: [] })
    expect(await ties.appointmentsOf(mia)).toHaveLength(1)
    expect((await ties.persons(ann)).map(({ name }) => name)).not.toContain('Mia Maier')
    expect(await ties.appointmentsOf(ann)).toEqual([])
    expect((await ties.accept(mia, token)).statusCode).toBe(200)
  })

  it('is named in the email, unless the name could be a message', async () => {
    const ann = await server.person()
    for (const [name, named] of [
      ['Mia Maier', 'Mia Maier'],
      ['Win at www.example.com', 'a person'],
    ] as const) {
      const to = { email: `${randomUUID()}@example.org` }
      const child = await ties.addPerson(ann, { name, birthDate })
      await ties.link(ann, child._id, to)
      const [email] = await mailsTo(server.config.dataDir, to.email)
      expect(email?.text).toContain(`${ann.email} hands the record of ${named} at`)
    }
  })

  it('stays open to whoever gave it if its person wants that', async () => {
    const [ann, mia] = [await server.person(), await server.person({ name: 'Mia' })]
    const child = await ties.addPerson(ann, { name: 'Mia', birthDate })
    await ties.bookAtDesk(child._id)
    const accepted = await ties.accept(mia, await ties.link(ann, child._id, mia), { birthDate, keepsAccess: true })
    expect(accepted.json().others).toMatchObject([{ email: ann.email, relation: 'child' }])
    expect(await ties.appointmentsOf(ann)).toHaveLength(1)
  })

  it('ends all other links: none that was sent before takes it again', async () => {
    const [ann, mia, eve] = [await server.person(), await server.person({ name: 'Mia' }), await server.person()]
    const child = await ties.addPerson(ann, { name: 'Mia', birthDate })
    const early = await ties.link(ann, child._id, eve)
    const asOther = await ties.link(ann, child._id, eve, 'child')
    await ties.accept(mia, await ties.link(ann, child._id, mia), { birthDate, keepsAccess: true })
    for (const token of [early, asOther])
      expect((await ties.accept(eve, token, { birthDate })).json().code).toBe('share-withdrawn')
    expect(await ties.persons(eve)).toHaveLength(1)
  })

  it('leaves a second parent who acts for the child', async () => {
    const [ann, bob, mia] = [await server.person(), await server.person(), await server.person({ name: 'Mia' })]
    const child = await ties.addPerson(ann, { name: 'Mia', birthDate: '2016-05-03' })
    await ties.accept(bob, await ties.link(ann, child._id, bob, 'child'))
    await ties.accept(mia, await ties.link(ann, child._id, mia), { birthDate: '2016-05-03' })
    expect((await ties.persons(mia))[0]?.others).toMatchObject([{ email: bob.email }])
    expect((await ties.persons(bob)).map(({ name }) => name)).toContain('Mia')
  })

  it('is not joined with a record that has appointments too, nor with another birth date', async () => {
    const [ann, dad, child2019] = [await server.person(), await server.person({ name: 'Dad' }), '2019-01-01']
    await ties.send(dad, 'PATCH', `/account/patients/${dad.patientId}`, { birthDate: '1980-02-02' })
    const child = await ties.addPerson(ann, { name: 'Kid', birthDate: child2019 })
    const token = await ties.link(ann, child._id, dad)
    expect((await ties.accept(dad, token, { birthDate: child2019 })).json().code).toBe('other-birth-date')
    const [eve, victim] = [await server.person(), await server.person({ name: 'Vic' })]
    await ties.bookAtDesk(victim.patientId)
    const invented = await ties.addPerson(eve, { name: 'Nobody Invented', birthDate: '1990-01-01' })
    await ties.bookAtDesk(invented._id)
    const refused = await ties.accept(victim, await ties.link(eve, invented._id, victim), { birthDate: '1990-01-01' })
    expect(refused.json().code, refused.body).toBe('both-have-data')
    expect(await ties.appointmentsOf(eve)).toHaveLength(1)
  })

  it('opens nothing to the account that invented a person', async () => {
    const [eve, victim] = [await server.person(), await server.person({ name: 'Vic' })]
    await ties.bookAtDesk(victim.patientId)
    const invented = await ties.addPerson(eve, { name: 'Nobody Invented', birthDate: '1990-01-01' })
    const token = await ties.link(eve, invented._id, victim)
    expect((await ties.accept(victim, token, { birthDate: '1990-01-01', keepsAccess: false })).statusCode).toBe(200)
    expect(await ties.appointmentsOf(eve)).toEqual([])
    expect(await ties.persons(eve)).toHaveLength(1)
    expect((await ties.persons(victim))[0]).toMatchObject({ name: 'Vic', others: [] })
  })

  it('opens nothing to a third account that the giver let act for them', async () => {
    const [eve, third, victim] = [await server.person(), await server.person(), await server.person({ name: 'Vic' })]
    await ties.bookAtDesk(victim.patientId)
    for (const birthDate of ['1990-01-01', '2018-01-01']) {
      const invented = await ties.addPerson(eve, { name: 'Nobody Invented', birthDate })
      await ties.accept(third, await ties.link(eve, invented._id, third, 'child'))
      await db().execute(sql`update patient set birth_date = null where id = ${victim.patientId}`)
      const token = await ties.link(eve, invented._id, victim)
      expect((await ties.accept(victim, token, { birthDate, keepsAccess: false })).statusCode).toBe(200)
      expect(await ties.appointmentsOf(third)).toEqual([])
      expect((await ties.persons(victim))[0]).toMatchObject({ name: 'Vic', others: [] })
    }
  })

  it('is separated again by staff', async () => {
    const [ann, mia] = [await server.person(), await server.person({ name: 'Eve' })]
    const child = await ties.addPerson(ann, { name: 'Mia', birthDate })
    await ties.bookAtDesk(child._id)
    await ties.accept(mia, await ties.link(ann, child._id, mia), { birthDate, keepsAccess: true })
    const [join] = (await ties.record(child._id)).joins
    expect(join).toMatchObject({ way: 'this-is-me', madeBy: mia.email })
    const undone = await ties.send(staff.admin, 'POST', `/desk/patients/${child._id}/joins/${join?._id}/undo`)
    expect(undone.statusCode, undone.body).toBe(200)
    expect(await ties.appointmentsOf(mia)).toEqual([])
    expect((await ties.persons(mia))[0]).toMatchObject({ name: 'Eve', birthDate: '', relation: 'self' })
    expect((await ties.persons(ann)).map(({ name }) => name)).toContain('Mia')
    const trail = await db().select().from(audit).where(eq(audit.action, 'undo-merge'))
    expect(trail.flatMap(({ personIds }) => personIds)).toContain(child._id)
  })

  it('is waited for by nobody whose tie ended with it, also once it is separated again', async () => {
    const [ann, mia] = [await server.person(), await server.person({ name: 'Mia' })]
    const { _id: patientId } = await ties.addPerson(ann, { name: 'Mia', birthDate })
    const [treatment] = await staff.treatments()
    const wish = { weekdays: [1], from: 480, until: 600, lastDay: 'May 29, 2026', treatmentId: treatment?._id }
    const joined = await ties.send(ann, 'POST', '/waiting-list', { ...wish, patientId })
    await ties.accept(mia, await ties.link(ann, patientId, mia), { birthDate })
    const [join] = (await ties.record(patientId)).joins
    await ties.send(staff.admin, 'POST', `/desk/patients/${patientId}/joins/${join?._id}/undo`)
    const [entry] = await db().select().from(waitingEntry).where(eq(waitingEntry.id, joined.json().entry._id))
    expect(entry?.endReason).toBe('access-ended')
    expect(await ties.persons(ann)).toHaveLength(1)
  })

  it('is sent with a birth date only, to another address, by whoever may', async () => {
    const [ann, bob] = [await server.person(), await server.person()]
    const nameless = await ties.addPerson(ann, { name: 'Kim' })
    const handOver = (account: Account, id: string, email: string) =>
      ties.send(account, 'POST', `/account/patients/${id}/hand-over`, { email })
    expect((await handOver(ann, nameless._id, bob.email)).json().code).toBe('no-birth-date')
    expect((await handOver(ann, ann.patientId, bob.email)).json().code).toBe('own-person')
    expect((await handOver(ann, nameless._id, ann.email)).json().errors).toHaveProperty('email')
    expect((await handOver(bob, nameless._id, ann.email)).statusCode).toBe(404)
    // Of age, and not added by the account: the desk let it act for them.
    const adult = await ties.addRecord({ name: 'Old Ann', birthDate: '1950-01-01' })
    await db().insert(patientUser).values({ userId: bob.userId, patientId: adult, relation: 'parent', way: 'desk' })
    expect((await handOver(bob, adult, ann.email)).json().code).toBe('not-yours')
    const share = { email: ann.email, relation: 'parent' }
    expect((await ties.send(bob, 'POST', `/account/patients/${adult}/share`, share)).json().code).toBe('not-yours')
  })
})
