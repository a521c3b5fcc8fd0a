import { clinicCalls } from '#contract/calls/clinic.ts'
import type { ZoneChange, ZoneEffect } from '#contract/clinic.ts'
import { showTimesIn } from '#contract/kit/time/shown-date.ts'
import type { Audit, RecordAudit } from '#server/audit/audit.ts'
import type { Announcing } from '#server/booking/announce.ts'
import { listAhead } from '#server/booking/zone-store.ts'
import { allowOtherZone, readClinic, updateClinic } from '#server/clinic/store.ts'
import type { Db } from '#server/database/db.ts'
import { lockRules } from '#server/database/pool/rules-lock.ts'
import { preview as previewIn } from '#server/database/pool/transact.ts'
import type { App } from '#server/http/app-type.ts'
import type { Identity } from '#server/http/identity.ts'
import { problemOf, type Refusals } from '#server/http/refusal.ts'
import { route } from '#server/http/route.ts'
import { moveIntoZone, type ZoneRefusal, zoneTarget } from './time-zone.ts'

type Deps = Announcing & { db: Db; identity: Identity; audit: Audit }

const nothing = 'Nothing was changed.'
const refusals: Refusals<{ reason: ZoneRefusal; names?: string }> = {
  'changed-meanwhile': {
    status: 409,
    sentence: `Somebody else has changed the clinic’s data meanwhile. ${nothing} Reload the page to see it.`,
  },
  gap: {
    status: 409,
    field: 'timeZone',
    sentence: ({ names }) => `The clock of this time zone skips the time of an appointment: ${names}. ${nothing}`,
  },
  past: {
    status: 409,
    field: 'timeZone',
    sentence: ({ names }) => `In this time zone an appointment would have begun already: ${names}. ${nothing}`,
  },
  midnight: {
    status: 409,
    field: 'timeZone',
    sentence: ({ names }) => `In this time zone an appointment would go on past midnight: ${names}. ${nothing}`,
  },
  overlap: {
    status: 409,
    field: 'timeZone',
    sentence: ({ names }) => `In this time zone two appointments would conflict: ${names}. ${nothing}`,
  },
}

/** Registers the route by which admins change the clinic's time zone, with the appointments ahead
 *  (docs/decisions/0076). */
export function timeZoneRoute(app: App, { db, identity, audit, calendar, notices }: Deps) {
  route(app, identity, clinicCalls.changeTimeZone, async (request) => {
    const { preview, ...change } = request.body
    const work = (tx: Db) => changeZone(tx, change, calendar.clock(), audit.recordFor(request))
    if (preview) return previewIn(db, work)
    const effect = await db.transaction(work).catch(refuseConflict)
    calendar.invalidateAll()
    if (effect.emailed > 0) notices.soon()
    return effect
  })
}

// With an appointment that has begun, which stays where it is.
function refuseConflict(error: unknown): never {
  const { code } = (error as { cause?: { code?: unknown } }).cause ?? {}
  if (code !== '23P01' && code !== '23505') throw error
  throw problemOf(refusals, { reason: 'overlap', names: 'one ahead, and one that has begun' })
}

/** Changes the time zone and the appointments ahead, in a transaction. Bookings wait meanwhile. */
async function changeZone(
  tx: Db,
  { version, timeZone, keep }: Omit<ZoneChange, 'preview'>,
  now: Date,
  recordAudit: RecordAudit,
): Promise<ZoneEffect> {
  await lockRules(tx)
  const clinic = await readClinic(tx)
  const outcome = await moveIntoZone(tx, await listAhead(tx, now), { timeZone, keep, now })
  if (!outcome.ok) throw problemOf(refusals, { ...outcome, names: showTimesIn(outcome.names, clinic) })
  await allowOtherZone(tx)
  if (!(await updateClinic(tx, { timeZone }, version))) throw problemOf(refusals, { reason: 'changed-meanwhile' })
  await recordAudit(tx, 'change-time-zone', zoneTarget(clinic.timeZone, timeZone, keep))
  const { ok: _, ...effect } = outcome
  return effect
}
