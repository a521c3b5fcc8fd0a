import { and, desc, eq, sql } from 'drizzle-orm'
import { clinicToday } from '#contract/kit/time/clinic-date.ts'
import { openLinkTokens } from '#server/appointment/link-token.ts'
import { patient, patientJoin } from '#server/database/schema/patient.ts'
import { openTestImports } from '#server/patient-import/testing/patient-import.ts'
import type { TestApp } from '#server/testing/app.ts'
import { openTestStaff } from '#server/testing/calendar/staff.ts'
import { setConfirmed } from '#server/testing/password-calls.ts'
import { linkKeyOf, openTestTies } from '#server/testing/ties.ts'
import {
  type Account,
  addPatient,
  addTie,
  type Clinic,
  type Item,
  latest,
  type Patient,
  sees,
  tiesOf,
} from './clinic.ts'

const yearsAgo = (years: number) => {
  const day = new Date()
  // Half a year from each birthday, so that no year of a history ends on one.
  day.setUTCMonth(day.getUTCMonth() + 6, 15)
  day.setUTCFullYear(day.getUTCFullYear() - 1 - years)
  return clinicToday(day, 'UTC')
}

/** Birth dates: of two adults, of somebody who comes of age in a year, and of a child. */
export const birthDates = [yearsAgo(40), yearsAgo(31), yearsAgo(17), yearsAgo(8)] as const

/** Opens what a history needs on an app with this clock. A year of a history passes at once: the database
 *  adds them to its own time. */
export async function openTieWorld(server: TestApp, clock: { now: Date }) {
  const { db } = server.database
  const staff = await openTestStaff(server)
  await db.execute(sql`create table test_year (year int not null)`)
  await db.execute(sql`insert into test_year values (0)`)
  await db.execute(sql`create function test_now() returns timestamptz language sql stable as
    $$ select now() + make_interval(years => (select year from test_year)) $$`)
  await db.execute(sql`create or replace function clinic_today() returns date language sql stable as
    $$ select (test_now() at time zone 'UTC')::date $$`)
  await db.execute(sql`alter table patient_user alter created_at set default test_now()`)
  return {
    ...{ server, db, staff, now: () => clock.now },
    ties: openTestTies(server, staff),
    imports: await openTestImports(server),
    setYear: (year: number) => db.execute(sql`update test_year set year = ${year}`),
    markers: { last: 0 },
    /** Does something after all appointments. */
    later: async <Result>(run: () => Promise<Result>): Promise<Result> => {
      const before = clock.now
      clock.now = new Date('2030-01-01T12:00:00Z')
      return run().finally(() => {
        clock.now = before
      })
    },
    idOfJoin: async ({ former, kept }: { former: string; kept: string }): Promise<string | undefined> => {
      const { formerId, keptId, madeAt } = patientJoin
      const isOfBoth = and(eq(formerId, former), eq(keptId, kept))
      const [found] = await db.select().from(patientJoin).where(isOfBoth).orderBy(desc(madeAt))
      return found?.id
    },
    idByNotes: async (notes: string): Promise<string> => {
      const [found] = await db.select().from(patient).where(eq(patient.notes, notes))
      if (!found) throw new Error(`No record has ${notes}`)
      return found.id
    },
  }
}
export type World = Awaited<ReturnType<typeof openTieWorld>>

/** Returns a word that no other record has. */
export function marker({ markers }: World): string {
  markers.last += 1
  return `Q${markers.last}z`
}

/** Returns the notes of a record, which staff alone read. */
export const notesFor = (world: World): string => `note-${marker(world)}`

async function addAccount(world: World, clinic: Clinic, name: string, isConfirmed: boolean): Promise<Account> {
  const made = await world.server.person({ name })
  if (!isConfirmed) await setConfirmed(world.server.database, made.email, false)
  const account = { ...made, isConfirmed, isErased: false, wrongDates: 0, wrongCodes: 0, feed: undefined }
  clinic.accounts.push(account)
  const own = addPatient(clinic, { id: made.patientId, name, email: made.email })
  addTie(clinic, { account, patient: own, relation: 'self', way: 'sign-up', proof: undefined })
  return account
}

/** Begins a history: two accounts of one name, two that are not confirmed, and records with the email of an account: of
 *  the owner with a birth date, of a child, and of somebody else. */
export async function openHistory(world: World): Promise<Clinic> {
  await world.setYear(0)
  const clinic: Clinic = { year: 0, accounts: [], patients: [], ties: [], items: [], joins: [], links: [], offers: [] }
  const sameName = `Ann ${marker(world)}`
  const [ann, other] = [
    await addAccount(world, clinic, sameName, true),
    await addAccount(world, clinic, sameName, true),
  ]
  const bob = await addAccount(world, clinic, `Bob ${marker(world)}`, true)
  const kim = await addAccount(world, clinic, `Kim ${marker(world)}`, false)
  await addAccount(world, clinic, `Eve ${marker(world)}`, false)
  const [old, young, teen, child] = birthDates
  const records = [
    { name: `${ann.name} ${marker(world)}`, email: ann.email, birthDate: old },
    { name: `Mia ${marker(world)}`, email: ann.email, birthDate: child },
    { name: `Pat ${marker(world)}`, email: other.email, birthDate: young, notes: notesFor(world) },
    { name: `Tom ${marker(world)}`, email: bob.email, birthDate: teen },
    { name: `Kim ${marker(world)}`, email: kim.email, birthDate: young },
    { name: `Zed ${marker(world)}`, birthDate: null, notes: notesFor(world) },
  ]
  for (const record of records) addPatient(clinic, { id: await world.ties.addRecord(record), ...record })
  return clinic
}

/** Books an appointment at the desk, and keeps the links in the emails about it: to each account, and to the patient's
 *  address. */
export async function bookWithLinks(world: World, clinic: Clinic, of: Patient): Promise<void> {
  const id = await world.ties.bookAtDesk(of.id)
  const item: Item = { id, kind: 'appointment', patient: of, patientName: of.name }
  clinic.items.push(item)
  const tokens = openLinkTokens(world.server.secret)
  const tokenFor = async (email: string) => {
    const key = await linkKeyOf(world.server.database, { patientId: of.id, email })
    return tokens.issue({ id, patientId: of.id, key })
  }
  const seeing = tiesOf(clinic, of).filter((tie) => sees(clinic, tie))
  for (const tie of seeing) clinic.links.push({ token: await tokenFor(tie.account.email), item, tie })
  const { email } = of
  if (email !== null && !tiesOf(clinic, of).some(({ account }) => account.email === email))
    clinic.links.push({ token: await tokenFor(email), item, address: email })
}

/** Returns whether a link still shows its appointment. Undefined if its tie has become part of another. */
export function isLinkLive(clinic: Clinic, link: Clinic['links'][number]): boolean | undefined {
  const { item } = link
  if (!clinic.items.includes(item)) return false
  if ('address' in link) return item.patient.email === link.address
  const { tie } = link
  if (tie.hasEnded) return false
  if (tie.within) return undefined
  return tie.patient === latest(item.patient) && sees(clinic, tie)
}
