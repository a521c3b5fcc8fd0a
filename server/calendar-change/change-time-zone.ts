import type { ZoneChange, ZoneEffect } from '#contract/clinic.ts'
import { type Refused, refused } from '#contract/kit/outcome.ts'
import { showTimesIn } from '#contract/kit/time/shown-date.ts'
import type { RecordAudit } from '#server/audit/audit.ts'
import { listAhead } from '#server/booking/time-zone-store.ts'
import { allowOtherZone, readClinic, updateClinic } from '#server/clinic/store.ts'
import type { Db } from '#server/database/db.ts'
import { lockRules } from '#server/database/pool/rules-lock.ts'
import { preview as previewIn, transact } from '#server/database/pool/transact.ts'
import { moveIntoZone, type ZoneMoveRefusal, zoneTarget } from './time-zone.ts'

/** Why the time zone is not changed. `names`: the appointments that it would break, as they are shown. */
export type ZoneRefusal = Refused<'changed-meanwhile'> | ZoneMoveRefusal

type ZoneOutcome = { ok: true; effect: ZoneEffect } | ZoneRefusal

/** Changes the clinic's time zone and the appointments ahead, and records it in the audit trail; or returns what that
 *  would do if it is a preview. Bookings wait meanwhile. */
export async function changeTimeZone(
  db: Db,
  { version, timeZone, keep }: Omit<ZoneChange, 'preview'>,
  { now, preview }: { now: Date; preview: boolean },
  record: RecordAudit,
): Promise<ZoneOutcome> {
  const work = async (tx: Db): Promise<ZoneOutcome> => {
    await lockRules(tx)
    const clinic = await readClinic(tx)
    const outcome = await moveIntoZone(tx, await listAhead(tx, now), { timeZone, keep, now })
    if (!outcome.ok) return { ...outcome, names: showTimesIn(outcome.names, clinic) }
    await allowOtherZone(tx)
    if (!(await updateClinic(tx, { timeZone }, version))) return refused('changed-meanwhile')
    await record(tx, 'change-time-zone', zoneTarget(clinic.timeZone, timeZone, keep))
    const { ok: _, ...effect } = outcome
    return { ok: true, effect }
  }
  return preview ? previewIn(db, work) : transact(db, work).catch(refuseConflict)
}

// With an appointment that has begun, which stays where it is.
function refuseConflict(error: unknown): ZoneRefusal {
  const { code } = (error as { cause?: { code?: unknown } }).cause ?? {}
  if (code !== '23P01' && code !== '23505') throw error
  return { ...refused('overlap'), names: 'one ahead, and one that has begun' }
}
