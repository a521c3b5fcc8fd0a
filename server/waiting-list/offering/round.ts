import { clinicToday, formatMediumDate } from '#contract/kit/time/clinic-date.ts'
import { pages } from '#contract/site/pages.ts'
import type { Rules } from '#server/calendar/rules/rules.ts'
import { readRules } from '#server/calendar/store.ts'
import type { Db } from '#server/database/db.ts'
import type { Jobs } from '#server/jobs/jobs.ts'
import { addMail, emails } from '#server/mail/jobs.ts'
import { freedByRules, isFreed } from '../matching/freed.ts'
import { type Match, matchOffers } from '../matching/match.ts'
import { fromSnapshot, toSnapshot } from '../matching/snapshot.ts'
import type { OfferTokens } from '../taking/token.ts'
import { insertOffers, type NewOffer } from './offer-store.ts'
import { dentistOf, isStillFree, readFreeTimes, soonestMs } from './read-free-times.ts'
import * as store from './store.ts'

export type OfferDeps = { db: Db; clock: () => Date; publicUrl: string; jobs: Jobs; offerTokens: OfferTokens }

/** So many offers are written in one transaction. */
const batch = 100

/** Offers the times that have become free to those who wait for them. Several instances can do it at once: of those
 *  that have found the same, one writes. Stops after the current transaction once `signal` is aborted. */
export async function offerFreedTimes(deps: OfferDeps, signal: AbortSignal): Promise<void> {
  while (!signal.aborted && (await writeNext(deps)));
  deps.jobs.wake(emails)
}

/** Writes what is next. Returns whether there may be more. */
async function writeNext(deps: OfferDeps): Promise<boolean> {
  const { db, clock } = deps
  const state = await store.readState(db)
  if (state.rulesVersion !== state.currentVersion) return compareRules(db, state, clock())
  if (!state.isSomebodyWaiting && !state.hasOpenOffers) return false
  const now = clock()
  const rules = await readRules(db)
  // The next call compares them first.
  if (rules.version !== state.currentVersion) return true
  await store.endPassed(db, clinicToday(now, rules.timeZone), now)
  await store.closePassedOffers(db, now)
  await store.deletePassedFreed(db, now)
  const { matches, lost } = await look(db, rules, now)
  if (matches.length === 0 && lost.length === 0) return false
  return db.transaction(async (tx) => {
    if (!(await store.claimRun(tx, state.run))) return true
    const noticeMs = rules.policy.noticeMinutes * 60_000
    const offers = await insertOffers(tx, matches, { now, noticeMs })
    // After the entries are locked, as when an offer is taken.
    await store.loseOffers(tx, lost, now)
    for (const offer of offers) await addOfferMail(tx, deps, offer, rules)
    return offers.length > 0 && matches.length >= batch
  })
}

/** Notes the times that a change of the rules has freed, and that the rules were compared. */
async function compareRules(db: Db, state: store.State, now: Date): Promise<boolean> {
  const rules = await readRules(db)
  const before = fromSnapshot(state.rules, rules)
  const today = clinicToday(now, rules.timeZone)
  const last = await store.lastDayWaitedFor(db)
  // Nobody can wait for a day after the horizon.
  const freed = before && last ? freedByRules(before, rules, today, last) : []
  await db.transaction(async (tx) => {
    if (!(await store.claimRun(tx, state.run))) return
    await store.insertFreed(tx, freed)
    await store.storeRules(tx, { rulesVersion: rules.version, rules: toSnapshot(rules) })
  })
  return true
}

/** Returns who is offered what, and the open offers whose time is no longer free. */
async function look(db: Db, rules: Rules, now: Date): Promise<{ matches: Match[]; lost: string[] }> {
  const freed = await store.listFreed(db, new Date(now.getTime() + soonestMs))
  const open = await store.listOpenOffers(db)
  const dates = [...new Set([...freed, ...open].map(({ date }) => date))].sort()
  if (dates.length === 0) return { matches: [], lost: [] }
  const free = await readFreeTimes(db, rules, dates, now)
  const lost = open.filter((offer) => !isStillFree(offer, free, rules)).map(({ id }) => id)
  const times = free.filter(
    (time) => time.startsAt > now.getTime() + soonestMs && isFreed(time.treatmentId, time, freed),
  )
  const [first] = times
  const latest = times.at(-1)
  if (!first || !latest) return { matches: [], lost }
  const entries = await store.listWaiting(db, [...new Set(times.map(({ treatmentId }) => treatmentId))], now)
  const matches = matchOffers({
    times,
    entries: entries.map((entry) => ({ ...entry, doctorId: dentistOf(entry, rules) })),
    offered: await store.listOffered(db, first.startsAt, latest.startsAt),
    appointments: await store.listAppointments(db, now),
    now: now.getTime(),
    limit: batch,
  })
  return { matches, lost }
}

async function addOfferMail(
  tx: Db,
  { jobs, publicUrl, offerTokens }: OfferDeps,
  { id, time, entry, contact }: NewOffer,
  rules: Rules,
): Promise<void> {
  const token = offerTokens.issue(id, contact.key)
  const doctor = rules.doctors.find((each) => each.id === entry.doctorId)?.name
  await addMail(tx, jobs, {
    kind: 'waiting-offer',
    recipient: contact.recipient,
    // In the fragment, the token reaches no server's log and no Referer.
    link: `${publicUrl}${pages.earlierTime}#${token}`,
    offer: {
      ...{ id, treatment: contact.treatment, slot: time.slot, date: formatMediumDate(time.date) },
      ...(doctor !== undefined && { doctor }),
      ...(contact.isNamed && { patientName: contact.patientName }),
      startsAt: new Date(time.startsAt).toISOString(),
      endsAt: new Date(time.endsAt).toISOString(),
      ...(contact.movesFrom ? { movesFrom: contact.movesFrom.toISOString() } : { price: contact.priceCents }),
      leaveLink: `${publicUrl}${pages.earlierTime}#leave.${token}`,
    },
  })
}
