import { type Outcome, refused } from '#contract/kit/outcome.ts'
import type { IsoDate } from '#contract/kit/time/clinic-date.ts'
import { planTime } from './plan.ts'
import { dayState, isBookedOnline, openingHours, performersOf, type Rules } from './rules.ts'

/** What a patient wants to book. `doctor` is the id of the only doctor they accept. */
export type Wish = { treatmentId: string; date: IsoDate; slot: string; doctor?: string | undefined }

/** A time that the rules permit, whether or not it is booked. Instants are Unix times in ms. `doctors` can perform the
 *  treatment then; none if it is booked without a doctor. `chairs` are empty if chairs are not a limit. */
export type Offer = {
  rulesVersion: number
  startsAt: number
  endsAt: number
  busyUntil: number
  doctors: readonly string[]
  chairs: readonly string[]
}

/** An offer, and whether it is on the grid. Off the grid, patients are offered only what follows an appointment or what
 *  one follows: `placeTightly` tells. */
export type Found = { offer: Offer; isOnGrid: boolean }

/** Why the rules do not permit a time. */
export type NoOffer =
  | 'unknown-treatment'
  | 'online-closed'
  | 'day-past'
  | 'too-far-ahead'
  | 'day-closed'
  | 'unknown-slot'
  | 'slot-begun'
  | 'too-soon'
  | 'unknown-doctor'
  | 'doctor-not-there'

/** Returns what the rules offer for a wish at `now`, or why they offer nothing. */
export function findOffer(rules: Rules, { treatmentId, date, slot, doctor }: Wish, now: Date): Outcome<Found, NoOffer> {
  const state = dayState(rules, date, now)
  if (state !== 'open') return refused(state)
  const treatment = rules.treatments.find(({ id }) => id === treatmentId)
  if (!treatment) return refused('unknown-treatment')
  if (!isBookedOnline(rules, treatment)) return refused('online-closed')
  if (doctor && !performersOf(rules, treatmentId).some(({ id }) => id === doctor)) return refused('unknown-doctor')
  if (openingHours(rules, date).length === 0) return refused('day-closed')
  const time = planTime(rules, treatment, date, slot)
  if (!time) return refused('unknown-slot')
  if (time.startsAt <= now.getTime()) return refused('slot-begun')
  if (time.startsAt <= now.getTime() + rules.policy.noticeMinutes * 60_000) return refused('too-soon')
  if (doctor && !time.doctors.includes(doctor)) return refused('doctor-not-there')
  const { startsAt, endsAt, busyUntil, chairs, isOnGrid } = time
  const doctors = doctor ? [doctor] : time.doctors
  const offer = { rulesVersion: rules.version, startsAt, endsAt, busyUntil, doctors, chairs }
  return { ok: true, offer, isOnGrid }
}
