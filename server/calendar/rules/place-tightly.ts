import type { FreeDay } from './free-day.ts'
import { stretchesOfChairs } from './free-times.ts'
import { fillOfChair, idleIn } from './idle.ts'
import type { Found, Offer } from './offer.ts'
import type { Rules } from './rules.ts'

type Day = Omit<FreeDay, 'overview'>

/** Returns an offer with those of its doctors who are free and whom it leaves the fewest idle minutes, and its chairs
 *  in the order of theirs. An offer of the grid that is not free stays as it is; of any other, undefined. */
export function placeTightly(day: Day, treatmentId: string, { offer, isOnGrid }: Found): Offer | undefined {
  if (!day.rules.policy.fillGaps) return offer
  const { treatment, start, choices } = choicesOf(day, treatmentId, offer)
  if (!treatment || choices.length === 0) return isOnGrid ? offer : undefined
  const least = Math.min(...choices.map(({ idle }) => idle ?? 0))
  const doctors = choices.flatMap(({ doctorId, idle }) => (idle === least && doctorId !== null ? [doctorId] : []))
  return { ...offer, doctors, chairs: rankChairs(day, offer.chairs, start, treatment) }
}

/** Tells whether an offer is free for none of its doctors. */
export function isTaken(day: Day, treatmentId: string, { offer }: Found): boolean {
  return choicesOf(day, treatmentId, offer).choices.length === 0
}

/** Returns who of an offer's doctors are free, with the idle minutes that it leaves them. `start`: in minutes of the
 *  day. */
function choicesOf({ plan, free }: Day, treatmentId: string, offer: Offer) {
  const start = (offer.startsAt - plan.clock.startsAt) / 60_000
  const found = free.find(({ treatment }) => treatment.id === treatmentId)
  const choices = (found?.byDoctor ?? []).flatMap(({ doctorId, starts, idle }) => {
    const at = starts.indexOf(start)
    return at === -1 || (doctorId !== null && !offer.doctors.includes(doctorId)) ? [] : [{ doctorId, idle: idle[at] }]
  })
  return { treatment: found?.treatment, start, choices }
}

function rankChairs(
  { plan, bookings, rules }: Day,
  chairs: readonly string[],
  start: number,
  treatment: Rules['treatments'][number],
): string[] {
  const stretches = stretchesOfChairs(plan, bookings)
  const idleOf = (chair: string) =>
    idleIn(stretches.get(chair) ?? [], start, treatment, fillOfChair(rules, chair)) ?? Number.POSITIVE_INFINITY
  const ranked = chairs.map((chair) => ({ chair, idle: idleOf(chair) }))
  return ranked.sort((a, b) => a.idle - b.idle).map(({ chair }) => chair)
}
