import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { AttentionItem } from '#contract/calendar/attention.ts'
import type { PatientFound } from '#contract/patient/found.ts'
import type { PatientRecord } from '#contract/patient/record.ts'
import { appointmentNotice, patientCall } from '#server/database/schema/booking.ts'
import { patient, patientPhone, recordCode } from '#server/database/schema/patient.ts'
import { recall } from '#server/database/schema/recall.ts'
import { textConsent } from '#server/database/schema/text-message.ts'
import { treatment } from '#server/database/schema/treatment.ts'
import { waitingEntry, waitingOffer } from '#server/database/schema/waiting.ts'
import { updateRecalls } from '#server/recall/due-store.ts'
import { openTestDesk, type TestDesk } from '#server/testing/calendar/desk.ts'

let desk: TestDesk
beforeAll(async () => {
  desk = await openTestDesk()
})
afterAll(() => desk.server.close())
beforeEach(() => desk.reset())

const db = () => desk.server.database.db
const call = (method: 'GET' | 'PUT' | 'DELETE' | 'POST', url: string, payload?: object) =>
  desk.server.app.inject({ method, url, headers: desk.staff.admin.bearer, ...(payload && { payload }) })
const note = (id: string) => call('PUT', `/desk/patients/${id}/death`)
const takeBack = (id: string) => call('DELETE', `/desk/patients/${id}/death`)
const read = async (id: string): Promise<PatientRecord> => (await call('GET', `/desk/patients/${id}`)).json()
const deathsOf = async (id: string) =>
  (await read(id)).accesses.filter(({ action }) => action.endsWith('-death')).map(({ action }) => action)

async function add(values: Partial<typeof patient.$inferInsert> = {}): Promise<string> {
  const id = randomUUID()
  await db()
    .insert(patient)
    .values({ id, name: `Bea ${id}`, ...values })
  return id
}

describe('a death', () => {
  it('is noted once and taken back once, with entries in the trail', async () => {
    const id = await add()
    expect((await read(id)).died).toBeUndefined()
    for (let n = 0; n < 2; n += 1) expect((await note(id)).statusCode).toBe(200)
    expect((await read(id)).died).toEqual({ at: desk.clock.now.toISOString(), by: desk.staff.admin.email })
    for (let n = 0; n < 2; n += 1) expect((await takeBack(id)).statusCode).toBe(200)
    expect((await read(id)).died).toBeUndefined()
    expect(await deathsOf(id)).toEqual(['remove-death', 'note-death'])
  })

  it('of nobody, of an erased or of a merged record is refused', async () => {
    const [kept, erased] = [await add(), await add({ erasedAt: new Date() })]
    const merged = await add({ mergedInto: kept })
    const answers = await Promise.all([note(randomUUID()), note(erased), note(merged), takeBack(merged)])
    expect(answers.map((answer) => [answer.statusCode, answer.json().code])).toEqual([
      [404, 'unknown-patient'],
      ...[
        [409, 'erased'],
        [409, 'merged'],
        [409, 'merged'],
      ],
    ])
    expect((await read(kept)).died).toBeUndefined()
  })
})

describe('with the death of a patient', () => {
  /** Adds a patient for whom everything waits. */
  async function addWaiting() {
    const id = await add()
    const [cleaning] = await db().select().from(treatment).where(eq(treatment.name, 'Teeth Cleaning'))
    const treatmentId = cleaning?.id ?? ''
    const entryId = randomUUID()
    await db()
      .insert(waitingEntry)
      .values({
        ...{ id: entryId, patientId: id, treatmentId, weekdays: [1], fromMinutes: 0, untilMinutes: 600 },
        lastDay: '2026-06-01',
      })
    const startsAt = new Date('2026-05-04T12:00:00Z')
    await db()
      .insert(waitingOffer)
      .values({
        ...{ id: randomUUID(), entryId, patientId: id, treatmentId, date: '2026-05-04' },
        ...{ slot: '08.00 AM - 08.30 AM', startsAt, sentAt: desk.clock.now, expiresAt: startsAt },
      })
    await db().insert(recall).values({ patientId: id, treatmentId, lastVisitOn: '2025-05-01' })
    const consent = { phone: '+12125550142', wording: 'We text you', givenBy: 'a@example.org' }
    await db()
      .insert(textConsent)
      .values({ patientId: id, ...consent })
    const code = { codeHash: randomUUID(), madeBy: 'a@example.org', expiresAt: startsAt }
    await db()
      .insert(recordCode)
      .values({ patientId: id, ...code })
    return id
  }

  const stateOf = async (id: string) => {
    const of = async (table: typeof waitingEntry | typeof waitingOffer | typeof recall | typeof textConsent) =>
      (await db().select().from(table).where(eq(table.patientId, id)))[0] as Record<string, unknown>
    return {
      entry: (await of(waitingEntry))?.endReason,
      offer: (await of(waitingOffer))?.state,
      isRecallOpen: (await of(recall))?.closedAt === null,
      consent: (await of(textConsent))?.endedBy,
      codes: await db().$count(recordCode, eq(recordCode.patientId, id)),
    }
  }
  const ended = { entry: 'died', offer: 'ended', isRecallOpen: false, consent: 'died', codes: 0 }

  it('all ends that they wait for', async () => {
    const [id, other] = [await addWaiting(), await addWaiting()]
    expect((await note(id)).statusCode).toBe(200)
    expect(await stateOf(id)).toEqual(ended)
    expect(await stateOf(other)).toEqual({ entry: null, offer: 'open', isRecallOpen: true, consent: null, codes: 1 })
  })

  it('all ends that a record waits for which becomes a part of theirs', async () => {
    const [kept, former] = [await add(), await addWaiting()]
    await note(kept)
    const { name } = (await read(kept)).fields
    const values = { name, birthDate: '', email: '', language: '', contact: 'email' }
    expect((await call('POST', `/desk/patients/${kept}/merge`, { former, values })).statusCode).toBe(200)
    expect(await stateOf(kept)).toEqual({ ...ended, codes: 0 })
  })

  it('no recall is found any more, until it is taken back', async () => {
    const ann = await desk.server.person()
    const visit = await desk.book({ person: Promise.resolve(ann) })
    desk.clock.now = new Date('2026-05-06T12:00:00Z')
    await desk.mark(visit, 'booked', 'arrived')
    await db().update(treatment).set({ recallMonths: 6 }).where(eq(treatment.name, 'Teeth Cleaning'))
    const day = { today: '2026-12-01', timeZone: 'America/New_York' } as const
    const openRecalls = async () =>
      (await db().select().from(recall).where(eq(recall.patientId, ann.patientId))).filter((row) => !row.closedAt)
    await note(ann.patientId)
    await updateRecalls(db(), day)
    expect(await openRecalls()).toHaveLength(0)
    await takeBack(ann.patientId)
    await updateRecalls(db(), day)
    expect(await openRecalls()).toHaveLength(1)
    await note(ann.patientId)
    await updateRecalls(db(), day)
    expect(await openRecalls()).toHaveLength(0)
  })
})

describe('a patient who has died', () => {
  const find = async (query: string): Promise<PatientFound[]> => (await call('GET', `/desk/patients${query}`)).json()
  const idsOf = (found: PatientFound[]) => found.map(({ _id }) => _id)

  it('is found by a search that asks for it only, and is marked', async () => {
    const word = `q${randomUUID().slice(0, 8)}`
    const [id, alive] = [await add({ name: `Zoe ${word}` }), await add({ name: `Ann ${word}` })]
    const digits = String(Math.random()).slice(2, 12)
    for (const patientId of [id, alive]) await db().insert(patientPhone).values({ patientId, number: digits })
    await note(id)
    for (const search of [word, digits]) {
      for (const path of ['?', '/list?']) {
        expect(idsOf(await find(`${path}search=${search}`))).toEqual([alive])
        const all = await find(`${path}search=${search}&died=true`)
        expect(all.map(({ _id, died }) => [_id, died])).toEqual([
          [alive, undefined],
          [id, true],
        ])
      }
    }
    const everyone = await call('GET', '/desk/patients/list?limit=1000')
    const withDied = await call('GET', '/desk/patients/list?limit=1000&died=true')
    expect(idsOf(everyone.json())).not.toContain(id)
    expect(idsOf(withDied.json())).toContain(id)
    expect(Number(withDied.headers['x-total-count'])).toBeGreaterThan(Number(everyone.headers['x-total-count']))
  })

  it('is marked among those who are probably the same person', async () => {
    const same = { name: `Bea ${randomUUID()}`, birthDate: '1950-01-01' as const }
    const [id, alive] = [await add(same), await add(same)]
    await note(id)
    expect((await read(alive)).duplicates).toMatchObject([{ _id: id, died: true }])
    expect((await read(id)).duplicates[0]?.died).toBeUndefined()
  })
})

describe('an appointment of a patient who has died', () => {
  const list = async (): Promise<AttentionItem[]> => (await call('GET', '/calendar/attention')).json()

  it('needs attention, also one that was kept in spite of the rules, until it is cancelled', async () => {
    const ann = await desk.server.person()
    const id = await desk.book({ person: Promise.resolve(ann) })
    expect(await list()).toEqual([])
    await note(ann.patientId)
    expect(await list()).toMatchObject([
      { _id: id, reason: 'patient-died', patient: '', phone: '', reach: { by: 'call', because: 'died' } },
    ])
    expect((await desk.staff.calendar()).needAttention).toBe(1)
    await call('POST', `/calendar/attention/${id}`, { action: 'keep', note: '' })
    expect(await list()).toHaveLength(1)
    const [item] = await list()
    const appointments = [{ _id: id, date: item?.date, slot: item?.slot }]
    const answer = await call('POST', '/calendar/attention', { action: 'cancel', appointments, message: '' })
    expect(answer.json()).toEqual({ results: [{ _id: id, done: true }], needAttention: 0 })
    expect((await desk.rowOf(id))?.status).toBe('cancelled')
    expect(await db().$count(patientCall)).toBe(0)
  })

  it('fits again once that is taken back', async () => {
    const ann = await desk.server.person()
    await desk.book({ person: Promise.resolve(ann) })
    await note(ann.patientId)
    expect(await list()).toHaveLength(1)
    await takeBack(ann.patientId)
    expect(await list()).toEqual([])
    await db().delete(appointmentNotice)
  })
})
