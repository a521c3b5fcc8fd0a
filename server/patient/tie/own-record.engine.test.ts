import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { booking } from '#server/database/schema/booking.ts'
import { patient, patientUser } from '#server/database/schema/patient.ts'
import { openTestApp, type TestApp } from '#server/testing/app.ts'
import { openTestStaff, type TestStaff } from '#server/testing/calendar/staff.ts'
import { setConfirmed } from '#server/testing/password-calls.ts'
import { openTestTies, type TestTies } from '#server/testing/ties.ts'

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

describe('a record with the address of an account', () => {
  it('is not shown by confirming the address, and is its own after the birth date', async () => {
    const ann = await server.person({ name: 'Ann' })
    const id = await ties.addRecord({
      name: 'Ann Smith',
      email: ann.email,
      birthDate: '1980-01-31',
      notes: 'Heart valve',
    })
    await ties.bookAtDesk(id)
    await setConfirmed(server.database, ann.email, false)
    expect((await ties.send(ann, 'GET', '/account/record')).json()).toEqual({ isKnown: false, triesLeft: 3 })
    await setConfirmed(server.database, ann.email, true)
    expect((await ties.send(ann, 'GET', '/account/record')).json()).toEqual({ isKnown: true, triesLeft: 3 })
    expect(await ties.appointmentsOf(ann)).toEqual([])
    const wrong = await ties.claim(ann, { birthDate: '1980-01-30' })
    expect(wrong.json().errors.birthDate).toContain('2 tries are left')
    expect((await ties.claim(ann, { birthDate: '1980-01-31' })).json()).toMatchObject({
      name: 'Ann Smith',
      relation: 'self',
    })
    expect(await ties.appointmentsOf(ann)).toHaveLength(1)
    expect((await ties.record(id)).accounts).toMatchObject([{ email: ann.email, way: 'this-is-me', madeBy: ann.email }])
    // Staff wrote their notes before anybody had shown who reads them.
    const file = await ties.send(ann, 'GET', '/account/data?format=json').then(({ body }) => body)
    expect(file).not.toContain('Heart valve')
  })

  it('is out of reach after three wrong dates, and in reach with a code of the desk', async () => {
    const ann = await server.person({ name: 'Ann' })
    const id = await ties.addRecord({ email: ann.email, birthDate: '1980-01-31' })
    for (const birthDate of ['1980-01-01', '1980-01-02', '1980-01-03']) await ties.claim(ann, { birthDate })
    expect((await ties.claim(ann, { birthDate: '1980-01-31' })).json().code).toBe('no-tries-left')
    const given = await ties.send(staff.admin, 'POST', `/desk/patients/${id}/code`)
    const { code } = given.json()
    expect((await ties.claim(ann, { code: '0000 0000' })).json().errors).toHaveProperty('code')
    expect((await ties.claim(ann, { code })).statusCode).toBe(200)
    expect((await ties.persons(ann))[0]?.birthDate).toBe('1980-01-31')
    const again = await server.person()
    expect((await ties.claim(again, { code })).json().errors).toHaveProperty('code')
  })

  it('is still in reach with a code after a claim that was refused for another reason', async () => {
    const ann = await server.person({ name: 'Ann' })
    const id = await ties.addRecord({ name: 'Ann', birthDate: '1980-01-31' })
    const { code } = (await ties.send(staff.admin, 'POST', `/desk/patients/${id}/code`)).json()
    expect((await ties.claim(ann, { code, whose: 'child' })).json().code).toBe('not-a-child')
    expect((await ties.claim(ann, { code })).statusCode).toBe(200)
  })

  it('is not guessed by three wrong dates at the same time and one right one', async () => {
    const ann = await server.person({ name: 'Ann' })
    await ties.addRecord({ email: ann.email, birthDate: '1980-01-31' })
    const dates = Array.from({ length: 12 }, (_, day) => `1980-02-${String(day + 1).padStart(2, '0')}`)
    const answers = await Promise.all(dates.map((birthDate) => ties.claim(ann, { birthDate })))
    expect(answers.filter(({ statusCode }) => statusCode === 400)).toHaveLength(3)
    expect((await ties.claim(ann, { birthDate: '1980-01-31' })).json().code).toBe('no-tries-left')
  })

  it('keeps father and son of one name apart', async () => {
    const son = await server.person({ name: 'John Doe' })
    await ties.send(son, 'PATCH', `/account/patients/${son.patientId}`, { birthDate: '1990-01-01' })
    const father = await ties.addRecord({
      name: 'John Doe',
      email: son.email,
      birthDate: '1960-01-01',
      notes: 'Penicillin',
    })
    expect((await ties.claim(son, { birthDate: '1960-01-01' })).json().code).toBe('other-birth-date')
    const [row] = await db().select().from(patient).where(eq(patient.id, father))
    expect(row).toMatchObject({ notes: 'Penicillin', mergedInto: null })
  })

  it('of a child is reached by its birth date, as a child', async () => {
    const ann = await server.person({ name: 'Ann' })
    const child = await ties.addRecord({ name: 'Kim', email: ann.email, birthDate: '2019-03-04' })
    const adult = await ties.addRecord({ name: 'Bob', email: ann.email, birthDate: '1979-03-04' })
    expect((await ties.claim(ann, { birthDate: '1979-03-04', whose: 'child' })).json().code).toBe('not-a-child')
    expect((await ties.claim(ann, { birthDate: '2019-03-04', whose: 'child' })).json()).toMatchObject({
      _id: child,
      relation: 'child',
    })
    expect((await ties.persons(ann)).map(({ _id }) => _id)).not.toContain(adult)
  })

  it('of a child with an account of their own is not reached by a code, as a child', async () => {
    const [ann, kim] = [await server.person(), await server.person({ name: 'Kim' })]
    await ties.send(kim, 'PATCH', `/account/patients/${kim.patientId}`, { birthDate: '2015-03-04' })
    const { code } = (await ties.send(staff.admin, 'POST', `/desk/patients/${kim.patientId}/code`)).json()
    expect((await ties.claim(ann, { code, whose: 'child' })).json().code).toBe('has-own-account')
    expect(await ties.persons(ann)).toHaveLength(1)
  })

  it('with appointments stays apart from an account with appointments, until the desk merges them', async () => {
    const ann = await server.person({ name: 'Ann' })
    const id = await ties.addRecord({ email: ann.email, birthDate: '1980-01-31' })
    await ties.bookAtDesk(id)
    await ties.bookAtDesk(ann.patientId)
    expect((await ties.claim(ann, { birthDate: '1980-01-31' })).json().code).toBe('both-have-data')
    expect(await ties.appointmentsOf(ann)).toHaveLength(1)
  })
})

describe('a person who comes of age', () => {
  it('is seen by whoever acted for them only once they agree, who may book for them until then', async () => {
    const [ann, mia] = [await server.person(), await server.person({ name: 'Mia' })]
    const child = await ties.addPerson(ann, { name: 'Mia', birthDate: '2008-05-03' })
    await db().execute(sql`update patient_user set created_at = '2020-01-01' where patient_id = ${child._id}`)
    await ties.bookAtDesk(child._id)
    const [unseen] = (await ties.persons(ann)).filter(({ _id }) => _id === child._id)
    expect(unseen).toMatchObject({ name: 'Mia', seesNothing: true, birthDate: '', phones: [], isEditable: false })
    expect(await ties.appointmentsOf(ann)).toEqual([])
    const [row] = await db().select().from(booking).where(eq(booking.patientId, child._id))
    expect((await ties.send(ann, 'GET', `/booking/${row?.id}`)).statusCode).toBe(404)
    const change = await ties.send(ann, 'PATCH', `/account/patients/${child._id}`, { birthDate: '2018-05-03' })
    expect(change.json().code).toBe('of-age')
    await ties.accept(mia, await ties.link(ann, child._id, mia), { birthDate: '2008-05-03', keepsAccess: true })
    expect(await ties.appointmentsOf(ann)).toHaveLength(1)
    const [other] = (await ties.persons(mia))[0]?.others ?? []
    await ties.send(mia, 'DELETE', `/account/patients/${child._id}/accounts/${other?.userId}`)
    expect(await ties.appointmentsOf(ann)).toEqual([])
  })

  it('agrees in their own account', async () => {
    const [ann, mia] = [await server.person(), await server.person({ name: 'Mia' })]
    await db().insert(patientUser).values({ userId: ann.userId, patientId: mia.patientId, relation: 'child' })
    await db().execute(sql`update patient set birth_date = '2008-01-01' where id = ${mia.patientId}`)
    await db().execute(sql`update patient_user set created_at = '2020-01-01' where user_id = ${ann.userId}`)
    await ties.bookAtDesk(mia.patientId)
    expect(await ties.appointmentsOf(ann)).toEqual([])
    expect((await ties.persons(mia))[0]?.others).toMatchObject([{ email: ann.email, seesNothing: true }])
    const path = `/account/patients/${mia.patientId}/accounts/${ann.userId}/agree`
    expect((await ties.send(ann, 'POST', path)).statusCode).toBe(404)
    expect((await ties.send(mia, 'POST', path)).statusCode).toBe(204)
    expect(await ties.appointmentsOf(ann)).toHaveLength(1)
  })
})
