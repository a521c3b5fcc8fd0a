import { type Refused, refused } from '#contract/kit/outcome.ts'
import { clinicToday, type IsoDate } from '#contract/kit/time/clinic-date.ts'
import type { Calendar } from '#server/calendar/calendar.ts'
import { type Again, makeByCurrentRules } from '#server/calendar/current-rules.ts'
import type { Offer, Wish } from '#server/calendar/rules/offer.ts'
import type { Rules } from '#server/calendar/rules/rules.ts'
import { readPolicy } from '#server/calendar/store.ts'
import type { Db } from '#server/database/db.ts'
import { shareRules } from '#server/database/pool/rules-lock.ts'
import { transact } from '#server/database/pool/transact.ts'
import type { Explanation } from './refusal-store.ts'

type Deps = { db: Db; calendar: Calendar }
type Done = { ok: true }
type No = { ok: false; reason: string }

/** A time with its doctors and chairs. Staff can make it end otherwise than its slot says. */
type Place = Offer & { slot?: string }

/** A time that the rules offer. `isOnGrid` is absent for one in spite of the rules. */
type Offered = Done & { offer: Place; isOnGrid?: boolean }

/** A time at which an appointment can be made. `offer` has the doctors and chairs to try now, `all` every one. `today`
 *  is the clinic's day. */
export type Admission = {
  offer: Place
  all: Place
  /** Others have it, as far as this instance knows. */
  isTaken: boolean
  today: IsoDate
  rules: Rules
}

/** The rules have changed, or others took the doctor or chair: the next try may succeed. */
export type Retry = Refused<Again>

/** How one way to an appointment differs from the others: what is wished, what the rules offer to who asks, and how it
 *  is made. `choice`: of the doctors who are free, the one gets it whom it leaves the fewest idle minutes, at a time
 *  that patients are offered or at any. In spite of the rules the offer itself says who. */
type Way<Made extends Done | No> = {
  wish: Pick<Wish, 'treatmentId' | 'date'>
  find: (rules: Rules, now: Date) => Offered | Made
  choice: 'offered' | 'free'
  make: (admission: Admission) => Promise<Made | Retry>
}

/** Makes an appointment at a time that the rules offer, whatever this instance remembers of them. All ways to one end
 *  here (docs/decisions/0110). It tries again if the rules were outdated, or others took the doctor or chair.
 *  @throws ProblemError 503 if the rules change all the time */
export async function admit<Made extends Done | No>(
  { db, calendar }: Deps,
  { wish, find, choice, make }: Way<Made>,
): Promise<Made | Refused<'slot-taken'>> {
  const plan = async (rules: Rules, isFirst: boolean) => {
    const found = find(rules, calendar.clock())
    if (!isOffered(found)) return found as Extract<Made, No>
    const { offer: all, isOnGrid } = found
    if (isOnGrid === undefined || !isFirst) return { ok: true as const, offer: all, all, isTaken: false }
    const asked = { offer: all, isOnGrid }
    const placed = await calendar.placeTightly(wish, asked, { isForStaff: choice === 'free' })
    const isTaken = choice === 'offered' && calendar.isKnownTaken(wish, asked)
    return placed ? { ok: true as const, offer: { ...all, ...placed }, all, isTaken } : refused('slot-taken')
  }
  const makeToday = async ({ offer, all, isTaken }: Omit<Admission, 'today' | 'rules'>, rules: Rules) => {
    const today = clinicToday(calendar.clock(), rules.timeZone)
    const made = await make({ offer, all, isTaken, today, rules })
    return isAgain(made) ? made.reason : made
  }
  return makeByCurrentRules({ db, calendar }, { plan, make: makeToday })
}

const isOffered = (found: Offered | Done | No): found is Offered => 'offer' in found

const isAgain = (made: Done | No): made is Retry =>
  !made.ok && (made.reason === 'rules-changed' || made.reason === 'conflict')

/** Makes an appointment and all that belongs to it in one transaction, while the rules of its offer hold. It is rolled
 *  back unless `work` succeeds. */
export function inOneTransaction<Made extends Done | No>(
  db: Db,
  { rulesVersion }: Offer,
  work: (tx: Db) => Promise<Made>,
): Promise<Made | Refused<'rules-changed'>> {
  const byRules = async (tx: Db): Promise<Made | Refused<'rules-changed'>> => {
    await shareRules(tx)
    if ((await readPolicy(tx)).version !== rulesVersion) return refused('rules-changed')
    return work(tx)
  }
  return transact(db, byRules)
}

/** Returns why an appointment was not made that was planned by a version of the rules. */
export function whyNotMade(found: Explanation, { rulesVersion }: Pick<Offer, 'rulesVersion'>) {
  if (!found) return refused('unknown-treatment')
  if (found.rulesVersion !== rulesVersion) return refused('rules-changed')
  if (found.clash) return { ...refused('already-booked'), booking: found.clash }
  return refused(found.isFree ? 'conflict' : 'slot-taken')
}

/** Returns why a patient did not get an appointment at the price that they saw. */
export function whyNotForPatient(found: Explanation, asked: Pick<Offer, 'rulesVersion'> & { priceCents: number }) {
  if (found && found.priceCents !== asked.priceCents)
    return { ...refused('price-changed'), priceCents: found.priceCents }
  const refusal = whyNotMade(found, asked)
  return found?.isFull && isAboutTime(refusal) ? refused('too-many-upcoming') : refusal
}

const isAboutTime = ({ reason }: No) => reason === 'conflict' || reason === 'slot-taken'
