import type { PatientFound } from '#contract/desk/new-appointment.ts'
import { hasEmail } from '#contract/kit/text/email.ts'
import { formatMediumDate } from '#contract/kit/time/clinic-date.ts'
import type { Db } from '#server/database/db.ts'
import { listUsersById, searchUsers, type UserRef } from '#server/user/store.ts'
import { listContacts, listPatientsByPhone } from './for-patient-store.ts'

type Deps = { db: Db; clock: () => Date }

const maxFound = 10
const minDigits = 4
const phoneText = /^[\d\s()+./-]+$/

/** Finds at most ten patients by the beginnings of words of their name or email, or by at least four digits of a phone
 *  number. */
export async function searchPatients({ db, clock }: Deps, search: string): Promise<PatientFound[]> {
  const named = await searchUsers(db, search, maxFound)
  const digits = phoneText.test(search) ? search.replace(/\D/g, '') : ''
  const ids = digits.length >= minDigits ? await listPatientsByPhone(db, digits, maxFound) : []
  const called = ids.length > 0 ? await listUsersById(db, ids) : []
  const found = new Map([...called, ...named].map((patient) => [patient.id, patient]))
  return withContacts({ db, clock }, [...found.values()].slice(0, maxFound))
}

/** Returns patients with their phone number and their next appointment. */
export async function withContacts({ db, clock }: Deps, patients: UserRef[]): Promise<PatientFound[]> {
  if (patients.length === 0) return []
  const contacts = await listContacts(
    db,
    patients.map(({ id }) => id),
    clock(),
  )
  const contactOf = new Map(contacts.map((contact) => [contact.patientId, contact]))
  return patients.map(({ id, name, email, emailVerified }) => {
    const { phone, next } = contactOf.get(id) ?? { phone: null, next: null }
    return {
      _id: id,
      name,
      ...(hasEmail(email) && { email, emailConfirmed: emailVerified }),
      ...(phone !== null && { phone }),
      ...(next && { next: { ...next, date: formatMediumDate(next.date) } }),
    }
  })
}
