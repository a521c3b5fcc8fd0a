import type { AuditAction } from '#contract/audit.ts'
import type { CalendarChange } from '#contract/calendar/change.ts'
import { type Refused, refused } from '#contract/kit/outcome.ts'
import type { RecordAudit } from '#server/audit/audit.ts'
import type { Calendar } from '#server/calendar/calendar.ts'
import type { Db } from '#server/database/db.ts'
import type { Jobs } from '#server/jobs/jobs.ts'
import { acceptRequest } from './absence-request.ts'
import { type ApplyRefusal, applyChange } from './apply-change.ts'
import type { Changed, RuleChanges } from './rule-changes.ts'

/** Why a change of the rules that an admin sent is not made. */
export type MakeRefusal = ApplyRefusal | Refused<'rules-changed' | 'not-open'>

type Deps = { calendar: Calendar; ruleChanges: RuleChanges; jobs: Jobs }
type Sent = { change: CalendarChange; version: number; preview: boolean; tellPatients: boolean }

/** Makes a change of the rules and records it in the audit trail, or returns what it would do if it is a preview.
 *  `version` is the one that the caller saw. */
export async function makeChange(
  { calendar, ruleChanges, jobs }: Deps,
  { change, version, preview, tellPatients }: Sent,
  record: RecordAudit,
): Promise<Changed<{ ok: true }> | MakeRefusal> {
  const today = await calendar.today()
  const { clinic: money } = await calendar.rules()
  const work = async (tx: Db, current: number): Promise<{ ok: true } | MakeRefusal> => {
    if (current !== version) return refused('rules-changed')
    const applied = await applyChange(tx, change, { today, money })
    if (!applied.ok) return applied
    if (!(await acceptAsked(tx, jobs, change))) return refused('not-open')
    await record(tx, actionOf(change), applied.target)
    return { ok: true }
  }
  return preview ? ruleChanges.preview(work) : ruleChanges.change(work, { tellPatients })
}

function actionOf({ kind }: CalendarChange): AuditAction {
  if (kind === 'remove-doctor') return 'delete-doctor'
  return kind === 'set-online-booking' ? 'set-policy' : kind
}

/** Accepts the request for the absence that a change adds, if it names one. Returns false if that is not open. */
async function acceptAsked(tx: Db, jobs: Jobs, change: CalendarChange): Promise<boolean> {
  if (change.kind !== 'add-absence' || change.requestId === undefined) return true
  return acceptRequest(tx, jobs, { id: change.requestId, doctorId: change.doctorId })
}
