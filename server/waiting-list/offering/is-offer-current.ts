import type { IsoDate } from '#contract/kit/time/clinic-date.ts'
import { readRules } from '#server/calendar/store.ts'
import type { Db } from '#server/database/db.ts'
import { isStillFree, readFreeTimes, soonestMs } from './read-free-times.ts'
import { findCurrentOffer } from './store.ts'

/** Returns whether the email about an offer is still worth sending at `now`: the patient waits, the time is free, and
 *  there is time enough to come. */
export async function isOfferCurrent(db: Db, id: string, now: Date): Promise<boolean> {
  const offer = await findCurrentOffer(db, id)
  if (!offer || offer.startsAt.getTime() <= now.getTime() + soonestMs) return false
  return isTimeOfOfferFree(db, offer, now)
}

/** Returns whether the time of an offer is free at `now`. */
export async function isTimeOfOfferFree(
  db: Db,
  offer: { treatmentId: string; startsAt: Date; date: IsoDate; doctorId: string | null },
  now: Date,
): Promise<boolean> {
  const rules = await readRules(db)
  return isStillFree(offer, await readFreeTimes(db, rules, [offer.date], now), rules)
}
