import type { LinkedOffer } from '#contract/booking/waiting-offer.ts'
import { toDollars } from '#contract/kit/money.ts'
import { formatMediumDate } from '#contract/kit/time/clinic-date.ts'
import type { Calendar } from '#server/calendar/calendar.ts'
import type { Db } from '#server/database/db.ts'
import { foundByLink } from '#server/http/invalid-link.ts'
import { contactFor } from '#server/patient/contact-store.ts'
import { isTimeOfOfferFree } from '../offering/is-offer-current.ts'
import { type FoundOffer, findOffer } from './taken-offer-store.ts'
import type { OfferTokens } from './token.ts'

type Deps = { db: Db; calendar: Calendar; offerTokens: OfferTokens }

/** Returns the offer of a link. @throws ProblemError 404 */
export async function findByToken({ db, offerTokens }: Deps, token: string): Promise<FoundOffer> {
  const read = offerTokens.read(token)
  return foundByLink(read && (await findOffer(db, read.id, read)))
}

/** Returns an offer as the holder of its link sees it now: without the patient's email and phone, and without the name
 *  unless emails must tell patients apart. */
export async function toLinked(deps: Deps, found: FoundOffer): Promise<LinkedOffer> {
  const { offer, entry, treatment, doctor, moves, priceCents, patientName } = found
  const now = deps.calendar.clock()
  const waits = entry.endedAt === null
  const isOpen = waits && offer.state !== 'taken' && offer.expiresAt > now
  const { patientId, joinedBy: bookedBy } = entry
  const { isNamed } = await contactFor(deps.db, { patientId, bookedBy }, 'offer')
  return {
    ...{ state: offer.state, waits, treatment, slot: offer.slot, date: formatMediumDate(found.date) },
    free: isOpen && (await isTimeOfOfferFree(deps.db, offer, now)),
    ...(doctor !== null && { doctor }),
    ...(isNamed && { patientName }),
    ...(entry.bookingId === null && { price: toDollars(priceCents) }),
    ...(moves && { moves: { date: formatMediumDate(moves.date), slot: moves.slot } }),
  }
}
