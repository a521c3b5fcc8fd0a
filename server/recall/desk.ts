import type { AuditAction } from '#contract/audit.ts'
import type { DueForRecall, RecallChange, RecallChoice } from '#contract/desk/recall-list.ts'
import { type Outcome, refused } from '#contract/kit/outcome.ts'
import { formatMediumDate } from '#contract/kit/time/clinic-date.ts'
import type { RecordAudit } from '#server/audit/audit.ts'
import type { Calendar } from '#server/calendar/calendar.ts'
import type { Db } from '#server/database/db.ts'
import { transact } from '#server/database/pool/transact.ts'
import { toReach } from '#server/patient/contact-store.ts'
import { findRecord, lockRecord, type PatientRow } from '#server/patient/record-store.ts'
import { type DueRow, setCalled } from './desk-store.ts'
import type { Today } from './due-store.ts'
import { dayOf } from './link.ts'
import { setSnoozed } from './link-store.ts'
import { setStopped } from './stop-store.ts'

type Deps = { db: Db; calendar: Calendar }
type Choice = Outcome<{ name: string; choice: RecallChoice }, 'unknown-patient'>

/** Returns a patient who is due as the API represents them. */
export function toDue(row: DueRow): DueForRecall {
  const { patientId, name, contact, phone, treatments, invitedAt, calledAt } = row
  return {
    ...{ _id: patientId, name, reach: toReach(contact) },
    ...(phone !== null && { phone }),
    dueOn: formatMediumDate(row.dueOn),
    treatments: treatments.map(({ name, lastVisit }) => ({ name, lastVisit: formatMediumDate(lastVisit) })),
    ...(invitedAt && { invitedAt: new Date(invitedAt).toISOString() }),
    ...(calledAt && { calledAt: new Date(calledAt).toISOString() }),
  }
}

/** Returns whether a patient is invited back. */
export async function readChoice({ db, calendar }: Deps, id: string): Promise<Choice> {
  return toChoice(await findRecord(db, id), await dayOf(calendar))
}

/** Does what staff say about a patient's recalls and records it in the audit trail: both or neither. */
export async function changeRecalls(
  { db, calendar }: Deps,
  id: string,
  change: RecallChange,
  record: RecordAudit,
): Promise<Choice> {
  const day = await dayOf(calendar)
  return transact(db, async (tx) => {
    const row = await lockRecord(tx, id)
    if (!row || row.erasedAt) return refused('unknown-patient')
    if (change.action === 'called') await setCalled(tx, row.id, calendar.clock())
    else if (change.action === 'snooze') await setSnoozed(tx, row.id, change.months, day)
    else await setStopped(tx, row.id, change.action === 'stop')
    await record(tx, audited[change.action], row.name, [row.id])
    return toChoice(await findRecord(tx, row.id), day)
  })
}

const audited: Record<RecallChange['action'], AuditAction> = {
  called: 'call-recall',
  snooze: 'snooze-recalls',
  stop: 'stop-recalls',
  start: 'start-recalls',
}

function toChoice(row: PatientRow | undefined, { today }: Today): Choice {
  if (!row || row.erasedAt) return refused('unknown-patient')
  const { name, recallsStoppedAt, recallsSnoozedUntil } = row
  const choice = {
    ...(recallsStoppedAt && { stoppedAt: recallsStoppedAt.toISOString() }),
    ...(recallsSnoozedUntil !== null &&
      recallsSnoozedUntil > today && { snoozedUntil: formatMediumDate(recallsSnoozedUntil) }),
  }
  return { ok: true, name, choice }
}
