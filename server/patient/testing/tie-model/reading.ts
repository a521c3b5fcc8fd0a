import { inArray, sql } from 'drizzle-orm'
import { expect } from 'vitest'
import type { AccountPatient } from '#contract/patient/account-patient.ts'
import type { PersonalData } from '#contract/privacy/personal-data.ts'
import { selectRows } from '#server/database/rows.ts'
import { audit } from '#server/database/schema/audit.ts'
import { patient, patientUser } from '#server/database/schema/patient.ts'
import { type Account, type Clinic, latest, type Patient, sees, type Tie, tiesBy, tiesOf } from './clinic.ts'
import { accountsOf, nameOf } from './step.ts'
import { isLinkLive, type World } from './world.ts'

const sorted = (texts: readonly string[]) => texts.toSorted()
const seenBy = (clinic: Clinic, account: Account): Patient[] =>
  tiesBy(clinic, account)
    .filter((tie) => sees(clinic, tie))
    .map((tie) => tie.patient)

const appointmentsOf = ({ items }: Clinic, patients: readonly Patient[]): string[] =>
  items.filter(({ kind, patient }) => kind === 'appointment' && patients.includes(patient)).map(({ id }) => id)

/** Compares all that each account can read, and what the database keeps, with the model. */
export async function checkAll(
  world: World,
  clinic: Clinic,
  { withRest, withExport }: { withRest: boolean; withExport: boolean },
) {
  await Promise.all(
    accountsOf(clinic).flatMap((account) => [
      checkPersons(world, clinic, account),
      checkAppointments(world, clinic, account),
      ...(withRest ? [checkFeed(world, clinic, account), checkWaiting(world, clinic, account)] : []),
      ...(withExport ? [checkExport(world, clinic, account)] : []),
    ]),
  )
  if (withRest) await checkLinks(world, clinic)
  await checkTies(world, clinic)
}

/** No word of anybody else, and never what staff noted. */
function hasNothingElse(
  clinic: Clinic,
  text: string,
  { account, names, notes = '' }: { account: Account; names: string[]; notes?: string },
) {
  const own = names.join(' ')
  const others = (text.match(/\bQ\d+z\b/g) ?? []).filter((word) => !own.includes(word) && !notes.includes(word))
  // Whoever owns the account is named by its email, as who acts for a patient.
  expect(others, `${nameOf(account)} reads of others`).toEqual([])
  const noted = (text.match(/\bnote-Q\d+z\b/g) ?? []).filter((word) => !notes.includes(word))
  expect(noted, `${nameOf(account)} reads notes`).toEqual([])
  const ids = appointmentsOf(
    clinic,
    clinic.patients.filter((one) => !seenBy(clinic, account).includes(one)),
  )
  expect(
    ids.filter((id) => text.includes(id)),
    `${nameOf(account)} reads appointments of others`,
  ).toEqual([])
}

/** The names of patients, and those in their appointments. */
const namesOf = ({ items }: Clinic, patients: readonly Patient[]): string[] => [
  ...patients.map(({ name }) => name),
  ...items.filter(({ patient }) => patients.includes(patient)).map(({ patientName }) => patientName),
]

async function checkPersons(world: World, clinic: Clinic, account: Account) {
  const answer = await world.ties.send(account, 'GET', '/account/patients')
  const persons: AccountPatient[] = answer.json()
  const found = persons.map(({ _id, name, relation, birthDate, seesNothing = false, others }) =>
    [_id, name, relation, birthDate, seesNothing, ...sorted(others.map(({ email }) => email))].join(' '),
  )
  const expected = tiesBy(clinic, account).map((tie) => {
    const { patient: one, relation } = tie
    const isSeen = sees(clinic, tie)
    const others = tiesOf(clinic, one).filter((other) => other !== tie)
    const emails = isSeen ? sorted(others.map(({ account: { email } }) => email)) : []
    return [one.id, one.name, relation, isSeen ? (one.birthDate ?? '') : '', !isSeen, ...emails].join(' ')
  })
  expect(sorted(found), `the persons of ${nameOf(account)}`).toEqual(sorted(expected))
  hasNothingElse(clinic, answer.body, {
    account,
    names: namesOf(
      clinic,
      tiesBy(clinic, account).map((tie) => tie.patient),
    ),
  })
}

async function checkAppointments(world: World, clinic: Clinic, account: Account) {
  const { ties } = world
  const seen = seenBy(clinic, account)
  const ids = account.isConfirmed ? appointmentsOf(clinic, seen) : []
  const list = await ties.send(account, 'GET', `/booking?patient=${encodeURIComponent(account.email)}`)
  const listed: { _id: string }[] = list.json()
  expect(sorted(listed.map(({ _id }) => _id)), `the appointments of ${nameOf(account)}`).toEqual(sorted(ids))
  hasNothingElse(clinic, list.body, { account, names: namesOf(clinic, seen) })
  const hidden = clinic.items.find(({ kind, id }) => kind === 'appointment' && !ids.includes(id))
  if (hidden) expect((await ties.send(account, 'GET', `/booking/${hidden.id}`)).statusCode).toBeGreaterThanOrEqual(403)
}

async function checkFeed(world: World, clinic: Clinic, account: Account) {
  if (!account.isConfirmed) return
  const seen = seenBy(clinic, account)
  const { server, ties } = world
  account.feed ??= new URL((await ties.send(account, 'PUT', '/calendar/feed')).json().url).pathname
  const feed = (await server.app.inject(account.feed)).body
  const inFeed = [...feed.matchAll(/^UID:([0-9a-f-]{36})@/gm)].map(([, id = '']) => id)
  expect(sorted(inFeed), `the feed of ${nameOf(account)}`).toEqual(sorted(appointmentsOf(clinic, seen)))
  hasNothingElse(clinic, feed, { account, names: namesOf(clinic, seen) })
}

async function checkWaiting(world: World, clinic: Clinic, account: Account) {
  const answer = await world.ties.send(account, 'GET', '/waiting-list')
  const entries: { patientId: string }[] = answer.json()
  const seen = seenBy(clinic, account)
  for (const { patientId } of entries) expect(seen.map(({ id }) => id)).toContain(patientId)
  hasNothingElse(clinic, answer.body, { account, names: namesOf(clinic, seen) })
}

/** A copy has the data of the own patient, and of those who have no account of their own. Staff's notes are in it
 *  unless their person reached the record themselves. */
async function checkExport(world: World, clinic: Clinic, account: Account) {
  const { staff, ties } = world
  const answer = await ties.send(
    staff.admin,
    'GET',
    `/user/personalData/${encodeURIComponent(account.email)}?format=json`,
  )
  const taken = tiesBy(clinic, account).filter((tie) => sees(clinic, tie) && mayTake(clinic, tie))
  const { patients, appointments }: PersonalData = answer.json()
  const about = taken.map(({ patient: one }) => one)
  const why = `the data of ${nameOf(account)}`
  expect(sorted(patients.map(({ id }) => id)), why).toEqual(sorted(about.map(({ id }) => id)))
  expect(sorted(appointments.map(({ id }) => id)), why).toEqual(sorted(appointmentsOf(clinic, about)))
  const notes = taken.filter(({ way }) => way !== 'this-is-me').map((tie) => tie.patient.notes)
  hasNothingElse(clinic, answer.body, {
    account,
    names: [account.name, ...namesOf(clinic, about)],
    notes: notes.join(' '),
  })
}

const mayTake = (clinic: Clinic, { relation, account, patient: one }: Tie) =>
  relation === 'self' || !tiesOf(clinic, one).some((other) => other.account !== account && other.relation === 'self')

async function checkLinks(world: World, clinic: Clinic) {
  const check = async (link: Clinic['links'][number]) => {
    const isLive = isLinkLive(clinic, link)
    if (isLive === undefined) return
    const payload = { token: link.token }
    const { statusCode } = await world.server.app.inject({ method: 'POST', url: '/appointment-link', payload })
    const whose = 'tie' in link ? nameOf(link.tie.account) : link.address
    expect(statusCode, `the link of ${whose} to an appointment of ${link.item.patientName}`).toBe(isLive ? 200 : 404)
  }
  await Promise.all(clinic.links.map(check))
}

const inWords = (tie: { userId: string; patientId: string; relation: string; way: string }) =>
  [tie.userId, tie.patientId, tie.relation, tie.way].join(' ')

/** Compares the ties and joined records of the database with the model. Each tie has an entry that says who made it. */
async function checkTies({ db }: World, clinic: Clinic) {
  const userIds = clinic.accounts.map(({ userId }) => userId)
  const found = await db.select().from(patientUser).where(inArray(patientUser.userId, userIds))
  const live = accountsOf(clinic).flatMap((account) => tiesBy(clinic, account))
  const expected = live.map(({ account: { userId }, patient: { id }, relation, way }) =>
    inWords({ userId, patientId: id, relation, way }),
  )
  expect(sorted(found.map(inWords)), 'the ties').toEqual(sorted(expected))
  for (const account of accountsOf(clinic))
    expect(tiesBy(clinic, account).filter(({ relation }) => relation === 'self')).toHaveLength(1)
  const ids = clinic.patients.map(({ id }) => id)
  const records = await db.select().from(patient).where(inArray(patient.id, ids))
  const merged = records.filter(({ mergedInto, erasedAt }) => mergedInto !== null && erasedAt === null)
  const led = clinic.patients.filter(({ leadsTo, isGone }) => leadsTo && !isGone)
  expect(sorted(merged.map(({ id, mergedInto }) => `${id} ${mergedInto}`)), 'the joined records').toEqual(
    sorted(led.map((one) => `${one.id} ${latest(one).id}`)),
  )
  const dates = records.filter(({ erasedAt, mergedInto }) => erasedAt === null && mergedInto === null)
  expect(sorted(dates.map(({ id, birthDate }) => `${id} ${birthDate}`)), 'the birth dates').toEqual(
    sorted(
      clinic.patients
        .filter(({ leadsTo, isGone }) => !leadsTo && !isGone)
        .map(({ id, birthDate }) => `${id} ${birthDate}`),
    ),
  )
  await checkTrail(db, live)
  await checkWaits(db, clinic)
}

async function checkTrail(db: World['db'], live: readonly Tie[]) {
  const proofs = live.flatMap(({ proof }) => proof ?? [])
  if (proofs.length === 0) return
  const ids = sql.join(
    proofs.map(({ patientId }) => sql`${patientId}`),
    sql`, `,
  )
  const { userId, action, personIds } = audit
  const entries = await db
    .select({ userId, action, personIds })
    .from(audit)
    .where(sql`${personIds} && array[${ids}]::text[]`)
  const missing = proofs.filter(
    (proof) =>
      !entries.some(
        (entry) =>
          entry.action === proof.action && entry.userId === proof.userId && entry.personIds.includes(proof.patientId),
      ),
  )
  expect(missing, 'ties without an entry').toEqual([])
}

/** Whoever no longer acts for a patient waits for nothing of theirs. */
async function checkWaits(db: World['db'], clinic: Clinic) {
  const ids = sql.join(
    clinic.patients.map(({ id }) => sql`${id}`),
    sql`, `,
  )
  const waiting = await selectRows<unknown>(
    db,
    sql`
    select id from waiting_entry as w where patient_id in (${ids}) and ended_at is null and joined_by is not null
      and not exists (select from patient_user as t where t.user_id = w.joined_by and t.patient_id = w.patient_id)`,
  )
  expect(waiting, 'who waits without a tie').toEqual([])
}
