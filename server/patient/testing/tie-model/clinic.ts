import type { IsoDate } from '#contract/kit/time/clinic-date.ts'
import type { JoinWay, otherRelations, Relation, TieWay } from '#contract/patient/patient.ts'
import type { Account as TestAccount } from '#server/testing/ties.ts'

/** An account as the model knows it. `wrongDates` and `wrongCodes`: what it named in vain. */
export type Account = Omit<TestAccount, 'name'> & {
  name: string
  isConfirmed: boolean
  isErased: boolean
  wrongDates: number
  wrongCodes: number
  feed: string | undefined
}

/** A record. `leadsTo`: the record that has its data. `isGone`: erased, or deleted because nobody needs it. */
export type Patient = {
  id: string
  name: string
  birthDate: IsoDate | null
  email: string | null
  notes: string
  leadsTo: Patient | undefined
  isGone: boolean
}

/** The entry of the audit trail that says who made a tie. */
type Proof = { action: string; userId: string; patientId: string }

/** `sinceYear`: in which year of the history it was made. `within`: the tie that has replaced it in a joined record. */
export type Tie = {
  account: Account
  patient: Patient
  relation: Relation
  way: TieWay
  hasAgreed: boolean
  sinceYear: number
  hasEnded: boolean
  within: Tie | undefined
  proof: Proof | undefined
}

/** An appointment or an entry of the waiting list. `patientName`: as it was booked. */
export type Item = { id: string; kind: 'appointment' | 'waiting'; patient: Patient; patientName: string }

type Fields = Pick<Patient, 'name' | 'birthDate' | 'email' | 'notes'>

/** Two records that became one, and what they were before. `after`: the kept one as the join left it. */
export type Join = {
  former: Patient
  kept: Patient
  way: JoinWay
  before: Fields
  after: Fields
  ties: { tie: Tie; was: Tie }[]
  items: { item: Item; was: Patient }[]
  led: Patient[]
  isOver: boolean
}

/** A link to an appointment in an email, to an account by its tie or to an address. */
type Link = { token: string; item: Item; tie: Tie } | { token: string; item: Item; address: string }

/** A link by which `to` acts for a patient as `relation`, or takes the record over without one. */
export type Offer = { token: string; from: Account; to: Account; patient: Patient; relation: OtherRelation | undefined }
type OtherRelation = (typeof otherRelations)[number]

/** Who the people are and who acts for whom, by the rules of docs/decisions/0098 and by what the steps did. `year`: how
 *  many years the history has lasted. */
export type Clinic = {
  year: number
  accounts: Account[]
  patients: Patient[]
  ties: Tie[]
  items: Item[]
  joins: Join[]
  links: Link[]
  offers: Offer[]
}

const adultAge = 18
const wordsOf = ({ name, birthDate, email, notes }: Fields): Fields => ({ name, birthDate, email, notes })

export { wordsOf as fieldsOf }

/** Returns the record that has the data of a patient's. */
export const latest = (patient: Patient): Patient => (patient.leadsTo ? latest(patient.leadsTo) : patient)

/** The records that have data of their own, neither erased nor part of another. */
export const currentOf = ({ patients }: Clinic): Patient[] =>
  patients.filter(({ leadsTo, isGone }) => !leadsTo && !isGone)

export const tiesOf = ({ ties }: Clinic, patient: Patient): Tie[] =>
  ties.filter((tie) => !tie.hasEnded && !tie.within && tie.patient === patient)

export const tiesBy = ({ ties }: Clinic, account: Account): Tie[] =>
  ties.filter((tie) => !tie.hasEnded && !tie.within && tie.account === account)

export const tieBetween = (clinic: Clinic, account: Account, patient: Patient): Tie | undefined =>
  tiesOf(clinic, patient).find((tie) => tie.account === account)

export const hasOwner = (clinic: Clinic, patient: Patient): boolean =>
  tiesOf(clinic, patient).some(({ relation }) => relation === 'self')

/** Returns an account's own patient. */
export function ownOf(clinic: Clinic, account: Account): Patient {
  const own = tiesBy(clinic, account).find(({ relation }) => relation === 'self')
  if (!own) throw new Error(`${account.email} has no patient`)
  return own.patient
}

/** Tells whether somebody was of age in a year of the history; undefined if their birth date is not known. */
function wasAdult({ birthDate }: Patient, year: number): boolean | undefined {
  if (birthDate === null) return undefined
  const today = new Date()
  const adultOn = new Date(birthDate)
  adultOn.setUTCFullYear(adultOn.getUTCFullYear() + adultAge - year)
  return adultOn <= today
}

/** Tells whether a patient is known to be a child. */
export const isChild = (clinic: Clinic, patient: Patient): boolean => wasAdult(patient, clinic.year) === false

/** Tells whether a tie shows more than a name: not from the age on at which the patient decides, until they agree. */
export const sees = (clinic: Clinic, { relation, hasAgreed, patient, sinceYear }: Tie): boolean =>
  relation === 'self' || hasAgreed || wasAdult(patient, clinic.year) !== true || wasAdult(patient, sinceYear) === true

/** Tells whether two records say that they are of two people. */
export const areApart = (one: Patient, other: Patient): boolean =>
  one.birthDate !== null && other.birthDate !== null && one.birthDate !== other.birthDate

/** Tells whether the clinic has more of a patient than who they are. */
export const hasData = ({ items }: Clinic, patient: Patient): boolean =>
  patient.notes !== '' || items.some((item) => item.patient === patient)

/** Tells whether a tie has more to end than itself: a link in an email, or an offer that its account sent. */
export const matters = ({ links, offers }: Clinic, tie: Tie): boolean =>
  links.some((link) => 'tie' in link && link.tie === tie) ||
  offers.some(({ from, patient }) => from === tie.account && patient === tie.patient)

/** Adds a patient. */
export function addPatient(clinic: Clinic, patient: Pick<Patient, 'id' | 'name'> & Partial<Patient>): Patient {
  const added = { birthDate: null, email: null, notes: '', leadsTo: undefined, isGone: false, ...patient }
  clinic.patients.push(added)
  return added
}

type NewTie = Pick<Tie, 'account' | 'patient' | 'relation' | 'way' | 'proof'> & { hasAgreed?: boolean }

/** Lets an account act for a patient, if it does not yet. */
export function addTie(clinic: Clinic, tie: NewTie): void {
  if (tieBetween(clinic, tie.account, tie.patient)) return
  clinic.ties.push({ hasAgreed: false, ...tie, sinceYear: clinic.year, hasEnded: false, within: undefined })
}

/** Ends that an account acts for a patient, also in the records that are part of theirs. */
export function endTie(clinic: Clinic, tie: Tie): void {
  tie.hasEnded = true
  for (const each of clinic.ties) if (each.within === tie) endTie(clinic, each)
}

/** Ends a tie as the account or the patient does: whom nobody knows and the clinic never treated is deleted. */
export function leave(clinic: Clinic, tie: Tie): void {
  endTie(clinic, tie)
  dropUnknown(clinic, tie.patient)
}

/** Deletes a patient of no account whom the clinic has nothing of. */
export function dropUnknown(clinic: Clinic, patient: Patient): void {
  const isTreated = clinic.items.some((item) => item.patient === patient && item.kind === 'appointment')
  const isOfMore = clinic.patients.some(({ leadsTo }) => leadsTo === patient)
  if (tiesOf(clinic, patient).length > 0 || isTreated || isOfMore || patient.notes !== '') return
  remove(clinic, patient)
}

/** Erases a record with all that is part of it. */
export function remove(clinic: Clinic, patient: Patient): void {
  for (const each of clinic.patients) if (each === patient || each.leadsTo === patient) each.isGone = true
  for (const tie of tiesOf(clinic, patient)) endTie(clinic, tie)
  for (const join of clinic.joins) if (join.former.isGone || join.kept.isGone) join.isOver = true
  clinic.items = clinic.items.filter((item) => item.patient !== patient)
}
