import { toDollars } from '#contract/kit/money.ts'
import { addDays, clinicToday, formatMediumDate, type IsoDate } from '#contract/kit/time/clinic-date.ts'
import { accessTokens } from '#server/auth/token.ts'
import { sampleTreatments } from '#server/database/seed.ts'
import type { Request } from './load/load.ts'
import { publicUrl, secret } from './server-process.ts'

/** Patients with an open session, whose tokens requests bear. */
export const patients = 1_000
/** The first of the days on which requests book, in a place that has no booking yet. */
export const firstDay: IsoDate = addDays(clinicToday(new Date(), 'UTC'), 30)
export const phone = '+1 212 555 0100'

/** The treatments that have all sixteen slots, with their ids in the database at hand. */
export type Offer = { id: string; name: string; price: number; slots: string[] }
export const wholeDay = sampleTreatments.filter(({ slots }) => slots.length === 16)
const perDay = wholeDay.length * 16

/** Says which booking is the `n`th: no two of them want the same slot, and no patient wants a treatment twice on one day.
 *  bench/pgbench.ts says the same in pgbench's language. */
export function nth(n: number) {
  const date = addDays(firstDay, Math.floor(n / perDay))
  return { date, treatment: Math.floor(n / 16) % wholeDay.length, slot: n % 16, patient: n % patients }
}

const emailOf = (patient: number) => `patient${patient}@bench.example`

/** A token for each patient. */
export function signTokens(): Promise<string[]> {
  const { issue } = accessTokens(secret, publicUrl)
  return Promise.all(
    Array.from({ length: patients }, (_, n) => issue({ userId: `p${n}`, sessionId: `s${n}`, email: emailOf(n) })),
  )
}

/** Requests for the bookings `from` to `from + count`, each by its own patient or by the one `shift` further on. */
export function bookingRequests(tokens: string[], offers: Offer[], from: number, count: number, shift = 0): Request[] {
  return Array.from({ length: count }, (_, i) => {
    const { date, treatment, slot, patient } = nth(from + i)
    const who = (patient + shift) % patients
    const offer = offers[treatment]
    if (!offer) throw new Error('the clinic has fewer treatments than the sample one')
    return {
      method: 'POST',
      path: '/booking',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${tokens[who]}` },
      body: JSON.stringify({
        treatmentId: offer.id,
        treatment: offer.name,
        date: formatMediumDate(date),
        slot: offer.slots[slot],
        price: toDollars(offer.price),
        patient: emailOf(who),
        patientName: `Patient ${who}`,
        phone,
      }),
    }
  })
}
