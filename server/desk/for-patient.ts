import { createHmac } from 'node:crypto'
import { v5 as hashedUuid } from 'uuid'
import type { NewAppointment } from '#contract/desk/new-appointment.ts'
import { type Refused, refused } from '#contract/kit/outcome.ts'
import { nothingKnown } from '#contract/patient/fields.ts'
import type { RecordAudit } from '#server/audit/audit.ts'
import { type Admission, admit, inOneTransaction, type Retry, whyNotMade } from '#server/booking/admit.ts'
import { toAuditTarget } from '#server/booking/response.ts'
import { type BookingWithDoctor, findAnyBooking } from '#server/booking/store.ts'
import type { Calendar } from '#server/calendar/calendar.ts'
import type { NoOffer } from '#server/calendar/rules/offer.ts'
import { performersOf, type Rules } from '#server/calendar/rules/rules.ts'
import { findOfferForStaff, type NoOfferOutside, offerOutsideRules } from '#server/calendar/staff-offers.ts'
import type { Db } from '#server/database/db.ts'
import type { Jobs } from '#server/jobs/jobs.ts'
import { addPatient, type LikelyDuplicate } from '#server/patient/add.ts'
import { listPatientsById, type PatientRef } from '#server/patient/store.ts'
import { explainNoBookingFor, insertBookingFor, lockRequest } from './for-patient-store.ts'

type Deps = { db: Db; jobs: Jobs; calendar: Calendar; country: string }

export type ForPatientRefusal =
  | Refused<NoOffer | NoOfferOutside | 'doctor-needed' | 'slot-taken' | 'unknown-patient' | 'other-request'>
  | Refused<'already-booked', { booking: BookingWithDoctor }>
  | LikelyDuplicate
export type ForPatientOutcome = { ok: true; booking: BookingWithDoctor; patientAdded: boolean } | ForPatientRefusal

/** Books an appointment for a patient, who is added if they are new, and records both in the audit trail: all
 *  of it or nothing. Equal requests with one id book once and get the same outcome; another request with that id is
 *  refused.
 *  @throws ProblemError 503 if the rules change all the time */
export async function bookForPatient(
  deps: Deps,
  request: NewAppointment,
  record: RecordAudit,
): Promise<ForPatientOutcome> {
  // The first answer may have been lost, and the time may have begun since.
  const made = await findAnyBooking(deps.db, bookingIdOf(request))
  if (made) return repeated(made, request)
  const { db, calendar } = deps
  return admit<ForPatientOutcome>(
    { db, calendar },
    {
      wish: request,
      find: (rules, now) => findPlace(rules, request, now),
      choice: 'free',
      make: ({ offer, all }) => inOneTransaction(db, offer, (tx) => bookIn(tx, deps, request, { offer, all }, record)),
    },
  )
}

/** Returns what staff can book. In spite of the rules they name the dentist, if any performs the treatment. */
function findPlace(rules: Rules, request: NewAppointment, now: Date) {
  if (!request.override) return findOfferForStaff(rules, request, now)
  const isDoctorNeeded = !request.doctor && performersOf(rules, request.treatmentId).length > 0
  const outside = offerOutsideRules(rules, request, now)
  return outside.ok && isDoctorNeeded ? refused('doctor-needed') : outside
}

async function bookIn(
  tx: Db,
  deps: Deps,
  request: NewAppointment,
  { offer, all }: Pick<Admission, 'offer' | 'all'>,
  record: RecordAudit,
): Promise<ForPatientOutcome | Retry> {
  await lockRequest(tx, request.requestId)
  const made = await findAnyBooking(tx, bookingIdOf(request))
  if (made) return repeated(made, request)
  const found = await findOrAdd(tx, deps, request, record)
  if (!found.ok) return found
  const { patient, phone, patientAdded } = found
  const { treatmentId, date, slot, doctor, note = '', override } = request
  const newBooking = {
    ...{ id: bookingIdOf(request), patientId: patient.id, treatmentId, date, slot, phone, ...offer },
    overridden: override !== undefined,
    mayBeSecond: override !== undefined,
    note,
    reason: override?.note ?? '',
    requestHash: hashOf(request),
    namedDoctor: (override && doctor) ?? null,
  }
  const booking = await insertBookingFor(tx, newBooking)
  if (!booking) {
    // One in spite of the rules conflicts only with an appointment of the same patient, treatment and day that another
    // desk makes meanwhile. The next try finds that, and is the second.
    if (override) return refused('conflict')
    return whyNotMade(await explainNoBookingFor(tx, { ...newBooking, ...all }), offer)
  }
  await record(tx, 'book-appointment', toAuditTarget(booking), [patient.id])
  return { ok: true, booking, patientAdded }
}

type Found = { ok: true; patient: Pick<PatientRef, 'id'>; phone: string; patientAdded: boolean }

async function findOrAdd(
  tx: Db,
  { jobs, country }: Deps,
  { patient, phone, requestId }: NewAppointment,
  record: RecordAudit,
): Promise<Found | ForPatientRefusal> {
  if ('id' in patient) {
    const [known] = await listPatientsById(tx, [patient.id])
    return known ? { ok: true, patient: known, phone, patientAdded: false } : refused('unknown-patient')
  }
  const { name, email = '', birthDate = '', alerts = '', addAnyway = false } = patient
  const id = patientIdOf({ requestId })
  const fields = { ...nothingKnown, name, email, birthDate, alerts, phones: [patient.phone] }
  const added = await addPatient(tx, jobs, { id, fields, addAnyway, country }, record)
  return added.ok ? { ok: true, patient: { id }, phone: patient.phone, patientAdded: true } : added
}

// Derived from the request's id, so that a repeated request finds what the first one made. The namespaces are random
// (RFC 9562, 6.6).
const bookingIdOf = ({ requestId }: Pick<NewAppointment, 'requestId'>) =>
  hashedUuid(requestId, '8c1de0d5-54a2-4a0b-9a53-0b1c7a5f2d11')
const patientIdOf = ({ requestId }: Pick<NewAppointment, 'requestId'>) =>
  hashedUuid(requestId, '2f6b7c9e-7f0d-4b5e-8d55-6f1c0f9a4e02')

// Keyed with the id, which is not stored, so that nobody can find the patient's data by trying.
function hashOf({ requestId, ...content }: NewAppointment): string {
  return createHmac('sha256', requestId).update(JSON.stringify(content)).digest('base64url')
}

function repeated(booking: BookingWithDoctor, request: NewAppointment): ForPatientOutcome {
  if (booking.requestHash !== hashOf(request)) return refused('other-request')
  return { ok: true, booking, patientAdded: booking.patientId === patientIdOf(request) }
}
