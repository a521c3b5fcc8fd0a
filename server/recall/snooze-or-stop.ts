import type { AuditActor } from '#server/audit/audit.ts'
import { appendAudit } from '#server/audit/store.ts'
import type { Calendar } from '#server/calendar/calendar.ts'
import type { Db } from '#server/database/db.ts'
import { dayOf } from './link.ts'
import { type Invited, setSnoozed } from './link-store.ts'
import { setStopped } from './stop-store.ts'

type Patient = Pick<Invited, 'id' | 'name'>

/** Puts a patient's invitations off by months, and records it in the audit trail. */
export async function snooze(
  { db, calendar }: { db: Db; calendar: Calendar },
  { id, name }: Patient,
  months: number,
  actor: AuditActor,
): Promise<void> {
  const day = await dayOf(calendar)
  await db.transaction(async (tx) => {
    await setSnoozed(tx, id, months, day)
    await appendAudit(tx, { ...actor, action: 'snooze-recalls', target: name, personIds: [id] })
  })
}

/** Stops a patient's invitations, or starts them again, and records it in the audit trail. An email app may ask again:
 *  what is so already is not recorded twice. */
export async function stopOrStart(db: Db, { id, name }: Patient, stopped: boolean, actor: AuditActor): Promise<void> {
  const action = stopped ? 'stop-recalls' : 'start-recalls'
  await db.transaction(async (tx) => {
    if (await setStopped(tx, id, stopped)) await appendAudit(tx, { ...actor, action, target: name, personIds: [id] })
  })
}
