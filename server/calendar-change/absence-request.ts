import { type Outcome, refused } from '#contract/kit/outcome.ts'
import { formatMediumDate, type IsoDate } from '#contract/kit/time/clinic-date.ts'
import type { RecordAudit } from '#server/audit/audit.ts'
import { findEmailOf } from '#server/auth/store.ts'
import type { Db } from '#server/database/db.ts'
import { transact } from '#server/database/pool/transact.ts'
import type { Jobs } from '#server/jobs/jobs.ts'
import { addMail, emails } from '#server/mail/jobs.ts'
import { decideRequest, insertRequest, type RequestedDays } from './absence-request-store.ts'
import { emailOfDoctor } from './store.ts'

type Deps = { db: Db; jobs: Jobs }
/** The account that asks, and its doctor. */
type Asking = { userId: string; doctorId: string | null }

/** Why an absence can't be asked for. */
export type AskRefusal = 'day-passed' | 'already-asked' | 'no-doctor'
/** Why a request is not decided or withdrawn. */
export type DecideRefusal = 'not-open'

/** Asks for an absence, and records it in the audit trail, both or neither. */
export function askForAbsence(
  db: Db,
  { userId, doctorId }: Asking,
  { days, today }: { days: RequestedDays; today: IsoDate },
  record: RecordAudit,
): Promise<Outcome<{ id: string }, AskRefusal>> {
  return transact(db, async (tx): Promise<Outcome<{ id: string }, AskRefusal>> => {
    const doctor = doctorId === null ? undefined : await emailOfDoctor(tx, doctorId)
    if (doctorId === null || doctor === undefined) return refused('no-doctor')
    if (days.lastDay < today) return refused('day-passed')
    const id = await insertRequest(tx, { userId, doctorId }, days)
    if (id === undefined) return refused('already-asked')
    await record(tx, 'ask-for-absence', `${doctor}, ${daysOf(days)}`)
    return { ok: true, id }
  })
}

/** Withdraws an open request of a doctor. */
export function withdrawRequest(
  db: Db,
  { doctorId }: Asking,
  id: string,
  record: RecordAudit,
): Promise<Outcome<object, DecideRefusal>> {
  return transact(db, async (tx): Promise<Outcome<object, DecideRefusal>> => {
    const withdrawn = doctorId === null ? undefined : await decideRequest(tx, { id, doctorId }, 'withdrawn')
    if (!withdrawn) return refused('not-open')
    await record(tx, 'withdraw-absence-request', daysOf(withdrawn))
    return { ok: true }
  })
}

/** Refuses an open request, and tells the dentist by email. */
export async function refuseAbsence(
  { db, jobs }: Deps,
  id: string,
  reason: string,
  record: RecordAudit,
): Promise<Outcome<object, DecideRefusal>> {
  const outcome = await transact(db, async (tx): Promise<Outcome<object, DecideRefusal>> => {
    const decided = await decideRequest(tx, { id }, 'refused', reason)
    if (!decided) return refused('not-open')
    const doctor = await emailOfDoctor(tx, decided.doctorId)
    await record(tx, 'refuse-absence', `${doctor ?? 'a doctor who left'}, ${daysOf(decided)}`)
    await tellDentist(tx, jobs, { ...decided, reason })
    return { ok: true }
  })
  if (outcome.ok) jobs.wake(emails)
  return outcome
}

/** Marks an open request of a doctor as accepted and tells the dentist by email, in the transaction that adds the
 *  absence. Returns false if it is not open any more. */
export async function acceptRequest(tx: Db, jobs: Jobs, of: { id: string; doctorId: string }): Promise<boolean> {
  const decided = await decideRequest(tx, of, 'accepted')
  if (decided) await tellDentist(tx, jobs, decided)
  return decided !== undefined
}

type Decided = { userId: string; firstDay: IsoDate; lastDay: IsoDate; reason?: string }

async function tellDentist(tx: Db, jobs: Jobs, { userId, firstDay, lastDay, reason }: Decided): Promise<void> {
  const absence = { firstDay: formatMediumDate(firstDay), lastDay: formatMediumDate(lastDay), reason }
  await addMail(tx, jobs, { kind: 'absence-decided', recipient: (await findEmailOf(tx, userId)) ?? '', absence })
}

function daysOf({ firstDay, lastDay }: { firstDay: IsoDate; lastDay: IsoDate }): string {
  const [first, last] = [formatMediumDate(firstDay), formatMediumDate(lastDay)]
  return first === last ? first : `${first} to ${last}`
}
