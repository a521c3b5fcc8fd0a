import { createHmac } from 'node:crypto'
import { v5 as hashedUuid } from 'uuid'
import type { NewAppointment, NewPatient } from '#contract/desk/new-appointment.ts'
import { hasEmail, placeholderEmail } from '#contract/kit/text/email.ts'
import type { RecordAudit } from '#server/audit/record.ts'
import type { NoOffer } from '#server/booking/book.ts'
import type { Offer, Wish } from '#server/booking/insert-store.ts'
import { readPolicy } from '#server/booking/move-store.ts'
import { toAuditTarget } from '#server/booking/response.ts'
import { type BookingWithDoctor, findAnyBooking } from '#server/booking/store.ts'
import type { Db } from '#server/database/db.ts'
import { commitIf } from '#server/database/pool/preview.ts'
import { shareRules } from '#server/database/pool/rules-lock.ts'
import { findClash, insertBookingFor, isTimeFree, lockRequest, type NewForPatient } from './for-patient-store.ts'

/** A patient's account. */
export type Patient = NewAccount & { emailVerified: boolean }
type NewAccount = { id: string; name: string; email: string }

export type ForPatientDeps = {
  db: Db
  /** What the clinic's rules offer to staff, and in spite of the rules. `forget` makes the next offer come from the database's rules. */
  rules: {
    offer: (wish: Wish) => Promise<Offer | NoOffer>
    offerOutside: (wish: Wish) => Promise<(Offer & { slot: string }) | NoOffer | 'past-midnight'>
    forget: () => void
  }
  /** The accounts. `insert` returns false if the email has one. */
  users: {
    findByEmail: (db: Db, email: string) => Promise<Patient | undefined>
    listByIds: (db: Db, ids: string[]) => Promise<Patient[]>
    insert: (tx: Db, patient: NewAccount) => Promise<boolean>
  }
  /** Adds the email by which the patient sets a password, in the transaction `tx`. */
  addClaimEmail: (tx: Db, email: string) => Promise<void>
}

export type ForPatientRefusal =
  | { ok: false; reason: NoOffer | 'past-midnight' | 'slot-taken' | 'unknown-patient' | 'other-request' }
  | { ok: false; reason: 'already-booked'; booking: BookingWithDoctor }
  | { ok: false; reason: 'has-account'; patient: Patient }
export type ForPatientOutcome = { ok: true; booking: BookingWithDoctor; patientAdded: boolean } | ForPatientRefusal

const maxRuleChanges = 5

/** Books an appointment for a patient, whose account is added if they are new, and records both in the audit trail: all of it or nothing.
 *  Equal requests with one id book once and get the same outcome; another request with that id is refused. */
export async function bookForPatient(
  deps: ForPatientDeps,
  request: NewAppointment,
  record: RecordAudit,
): Promise<ForPatientOutcome> {
  // The first answer may have been lost, and the time may have begun since.
  const made = await findAnyBooking(deps.db, bookingIdOf(request))
  if (made) return repeated(made, request)
  for (let tries = 0; tries <= maxRuleChanges; tries += 1) {
    const offer = await deps.rules[request.override ? 'offerOutside' : 'offer'](request)
    if (typeof offer === 'string') return { ok: false, reason: offer }
    const isDone = (outcome: ForPatientOutcome | 'rules-changed') => outcome !== 'rules-changed' && outcome.ok
    const outcome = await commitIf(deps.db, (tx) => bookIn(tx, deps, request, offer, record), isDone)
    if (outcome !== 'rules-changed') return outcome
    deps.rules.forget()
  }
  return { ok: false, reason: 'slot-taken' }
}

async function bookIn(
  tx: Db,
  deps: ForPatientDeps,
  request: NewAppointment,
  offer: Offer & { slot?: string },
  record: RecordAudit,
): Promise<ForPatientOutcome | 'rules-changed'> {
  await lockRequest(tx, request.requestId)
  const made = await findAnyBooking(tx, bookingIdOf(request))
  if (made) return repeated(made, request)
  await shareRules(tx)
  const { version } = await readPolicy(tx)
  if (version !== offer.rulesVersion) return 'rules-changed'
  const found = await findOrAdd(tx, deps, request, record)
  if (!found.ok) return found
  const { patient, phone, patientAdded } = found
  const { treatmentId, date, slot, doctor, override } = request
  const outcome = await insert(tx, {
    ...{ id: bookingIdOf(request), patientId: patient.id, treatmentId, date, slot, phone, ...offer },
    overridden: override !== undefined,
    reason: override?.note ?? '',
    requestHash: hashOf(request),
    namedDoctor: (override && doctor) ?? null,
  })
  if (!outcome.ok) return outcome
  await record(tx, 'book-appointment', toAuditTarget(outcome.booking), [patient.id])
  return { ...outcome, patientAdded }
}

/** Inserts the booking. Others may take the doctor or chair that the insert picked; each retry finds one doctor fewer. */
async function insert(
  tx: Db,
  newBooking: NewForPatient,
): Promise<{ ok: true; booking: BookingWithDoctor } | ForPatientRefusal> {
  for (let retries = 0; retries <= newBooking.doctors.length + 2; retries += 1) {
    const booking = await insertBookingFor(tx, newBooking)
    if (booking) return { ok: true, booking }
    const clash = await findClash(tx, newBooking)
    if (clash) return { ok: false, reason: 'already-booked', booking: clash }
    if (!(await isTimeFree(tx, newBooking))) break
  }
  return { ok: false, reason: 'slot-taken' }
}

type Found = { ok: true; patient: NewAccount; phone: string; patientAdded: boolean }

async function findOrAdd(
  tx: Db,
  deps: ForPatientDeps,
  { patient, phone, requestId }: NewAppointment,
  record: RecordAudit,
): Promise<Found | ForPatientRefusal> {
  if ('id' in patient) {
    const [known] = await deps.users.listByIds(tx, [patient.id])
    return known ? { ok: true, patient: known, phone, patientAdded: false } : { ok: false, reason: 'unknown-patient' }
  }
  const added = toAccount(patient, requestId)
  if (!(await deps.users.insert(tx, added))) {
    const holder = await deps.users.findByEmail(tx, added.email)
    return holder ? { ok: false, reason: 'has-account', patient: holder } : { ok: false, reason: 'unknown-patient' }
  }
  await record(tx, 'add-patient', `${added.name} (${patient.email ?? 'no email'})`, [added.id])
  if (hasEmail(added.email)) await deps.addClaimEmail(tx, added.email)
  return { ok: true, patient: added, phone: patient.phone, patientAdded: true }
}

function toAccount({ name, email }: NewPatient, requestId: string): NewAccount {
  const id = patientIdOf({ requestId })
  return { id, name, email: email ?? placeholderEmail(id) }
}

// Derived from the request's id, so that a repeated request finds what the first one made. The namespaces are random (RFC 9562, 6.6).
const bookingIdOf = ({ requestId }: Pick<NewAppointment, 'requestId'>) =>
  hashedUuid(requestId, '8c1de0d5-54a2-4a0b-9a53-0b1c7a5f2d11')
const patientIdOf = ({ requestId }: Pick<NewAppointment, 'requestId'>) =>
  hashedUuid(requestId, '2f6b7c9e-7f0d-4b5e-8d55-6f1c0f9a4e02')

// Keyed with the id, which is not stored, so that nobody can find the patient's data by trying.
function hashOf({ requestId, ...content }: NewAppointment): string {
  return createHmac('sha256', requestId).update(JSON.stringify(content)).digest('base64url')
}

function repeated(booking: BookingWithDoctor, request: NewAppointment): ForPatientOutcome {
  if (booking.requestHash !== hashOf(request)) return { ok: false, reason: 'other-request' }
  return { ok: true, booking, patientAdded: booking.patientId === patientIdOf(request) }
}
