import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { expect } from 'vitest'
import { addDays, formatMediumDate } from '#contract/kit/time/clinic-date.ts'
import { formatSlot } from '#contract/kit/time/slot.ts'
import type { AccountPatient } from '#contract/patient/account-patient.ts'
import type { otherRelations } from '#contract/patient/patient.ts'
import type { PatientRecord } from '#contract/patient/record.ts'
import { selectRows } from '#server/database/rows.ts'
import { patient } from '#server/database/schema/patient.ts'
import { openShareTokens } from '#server/patient/tie/share-token.ts'
import type { TestApp } from './app.ts'
import type { TestStaff } from './calendar/staff.ts'
import { linkIn, mailsTo, tokenIn } from './outside/outbox.ts'

export type Account = Awaited<ReturnType<TestApp['person']>>
/** What somebody offers to the owner of an email: to act as `relation`, or the record itself without one. */
type Offer = { to: { email: string }; relation: OtherRelation | undefined; now: Date }
type OtherRelation = (typeof otherRelations)[number]
type Offerer = Pick<Account, 'bearer' | 'userId'>
const linkLifetimeMs = 7 * 86_400_000
type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** Returns what accounts and the desk do with ties: add, share, hand over, claim, look. */
export function openTestTies(server: TestApp, staff: TestStaff) {
  const sentTo = new Map<string, number>()
  const tokens = openShareTokens(server.secret)
  let visits = 0

  const send = (account: { bearer: Account['bearer'] }, method: Method, url: string, payload?: object) =>
    server.app.inject({ method, url, headers: account.bearer, ...(payload && { payload }) })

  const sendOffer = (from: Offerer, id: string, { to, relation }: Omit<Offer, 'now'>) => {
    const path = `/account/patients/${id}/${relation ? 'share' : 'hand-over'}`
    return send(from, 'POST', path, { email: to.email, ...(relation && { relation }) })
  }

  return {
    send,
    persons: async (account: Account) => (await send(account, 'GET', '/account/patients')).json() as AccountPatient[],
    addPerson: async (account: Account, person: object): Promise<AccountPatient> =>
      (await send(account, 'POST', '/account/patients', { relation: 'child', ...person })).json(),
    accept: (account: Account, token: string, more: object = {}) =>
      send(account, 'POST', '/account/patients/accept', { token, ...more }),
    claim: (account: Account, proof: object) => send(account, 'POST', '/account/record', { whose: 'self', ...proof }),
    record: async (id: string): Promise<PatientRecord> =>
      (await send(staff.admin, 'GET', `/desk/patients/${id}`)).json(),
    appointmentsOf: async (account: Account) =>
      (await send(account, 'GET', `/booking?patient=${encodeURIComponent(account.email)}`)).json(),

    /** Books a day of its own for a patient, as the desk does, and returns the appointment's id. */
    bookAtDesk: async (patientId: string): Promise<string> => {
      const [cleaning] = await staff.treatments()
      // 300 days, then the same at other hours.
      const [day, hour] = [visits % 300, 8 + Math.floor(visits / 300)]
      visits += 1
      const date = formatMediumDate(addDays('2026-05-01', day))
      const time = { date, slot: formatSlot(hour * 60, hour * 60 + 30) }
      const wish = { patient: { id: patientId }, treatmentId: cleaning?._id, ...time }
      const made = await staff.bookFor({ ...wish, phone: '212 555 0142', requestId: randomUUID(), reason: 'A test' })
      expect(made.statusCode, made.body).toBe(201)
      return made.json().booking._id
    },

    /** Shares or hands over a person, and returns the answer's status and the token of the link, without a wait for its
     *  email. */
    offer: async (from: Offerer, id: string, { to, relation, now }: Offer) => {
      const { statusCode } = await sendOffer(from, id, { to, relation })
      const share = { patientId: id, userId: from.userId, email: to.email, relation }
      return { statusCode, token: tokens.issue({ ...share, until: now.getTime() + linkLifetimeMs }) }
    },

    /** Adds a record of the clinic's without an account. */
    addRecord: async (values: Partial<typeof patient.$inferInsert>): Promise<string> => {
      const id = randomUUID()
      await server.database.db.insert(patient).values({ id, name: 'Ann', ...values })
      return id
    },

    /** Sends a link, to act for a person as their `relation` or to take over the record, and returns its token. */
    link: async (from: Account, id: string, to: { email: string }, relation?: OtherRelation): Promise<string> => {
      const answer = await sendOffer(from, id, { to, relation })
      expect(answer.statusCode, answer.body).toBe(204)
      const subject = relation ? 'Act for a patient' : 'Your record is being handed over to you'
      const find = async () =>
        (await mailsTo(server.config.dataDir, to.email)).filter((mail) => mail.subject === subject)
      const expected = (sentTo.get(to.email + subject) ?? 0) + 1
      sentTo.set(to.email + subject, expected)
      await expect.poll(async () => (await find()).length, { timeout: 10_000 }).toBe(expected)
      return tokenIn(linkIn((await find())[0] ?? { text: '' }))
    },
  }
}
export type TestTies = ReturnType<typeof openTestTies>

/** Returns for whom a link to a person about their patient is, as the database words it. */
export async function linkKeyOf(
  { db }: TestApp['database'],
  person: { patientId: string; email: string },
): Promise<string> {
  const rows = await selectRows<{ key: string }>(db, sql`select link_key(${person.patientId}, ${person.email}) as key`)
  return rows[0]?.key ?? ''
}
