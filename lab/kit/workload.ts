import { toDollars } from '#contract/kit/money.ts'
import { addDays, clinicToday, formatMediumDate, type IsoDate } from '#contract/kit/time/clinic-date.ts'
import { formatSlot } from '#contract/kit/time/slot.ts'
import { sampleTreatments } from '#server/app/seed/sample-treatments.ts'
import { accessTokens } from '#server/auth/token.ts'
import type { Request } from '../load/load.ts'
import { publicUrl, secret } from './server-process.ts'

/** Number of patients who have a session and an access token: one for each connection of an overload. */
export const patientCount = 5_000
/** First day that `bookingRequests` books. */
export const firstDay: IsoDate = addDays(clinicToday(new Date(), 'UTC'), 30)
export const phone = '+1 212 555 0100'

/** A treatment with its id in the database under test. `price` in cents. */
export type BookableTreatment = { id: string; name: string; price: number }
/** The sixteen slots of the default clinic's day. */
export const daySlots = [...halfHoursFrom(8), ...halfHoursFrom(13)]
const bookingsPerDay = sampleTreatments.length * daySlots.length

/** Returns booking number `n` as indexes of treatment, slot and patient. No two bookings share a slot, and no patient
 *  books a treatment twice on one day. lab/load/pgbench.ts computes the same sequence. */
function plannedBooking(n: number) {
  const date = addDays(firstDay, Math.floor(n / bookingsPerDay))
  return { date, treatment: Math.floor(n / 16) % sampleTreatments.length, slot: n % 16, patient: n % patientCount }
}

const emailOf = (patient: number) => `patient${patient}@bench.example`

/** Signs an access token for each patient. */
export function signTokens(): Promise<string[]> {
  const { issue } = accessTokens(secret, publicUrl)
  return Promise.all(
    Array.from({ length: patientCount }, (_, n) => issue({ userId: `p${n}`, sessionId: `s${n}`, email: emailOf(n) })),
  )
}

/** Returns POST /booking requests for the planned bookings `from` to `from + count - 1`; with `shift` for another
 *  patient, `shift` further in the list. */
export function bookingRequests(
  tokens: string[],
  treatments: BookableTreatment[],
  from: number,
  count: number,
  shift = 0,
): Request[] {
  return Array.from({ length: count }, (_, i) => {
    const { date, slot, patient: planner, ...planned } = plannedBooking(from + i)
    const patient = (planner + shift) % patientCount
    const treatment = treatments[planned.treatment]
    if (!treatment) throw new Error('the database has fewer treatments than the sample data')
    return {
      method: 'POST',
      path: '/booking',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${tokens[patient]}` },
      body: JSON.stringify({
        treatmentId: treatment.id,
        treatment: treatment.name,
        date: formatMediumDate(date),
        slot: daySlots[slot],
        price: toDollars(treatment.price),
        patient: emailOf(patient),
        patientName: `Patient ${patient}`,
        phone,
      }),
    }
  })
}

function halfHoursFrom(hour: number) {
  return Array.from({ length: 8 }, (_, i) => formatSlot(hour * 60 + i * 30, hour * 60 + i * 30 + 30))
}
