import { type Outcome, refused } from '#contract/kit/outcome.ts'
import type { AuditActor } from '#server/audit/audit.ts'
import { appendAudit } from '#server/audit/store.ts'
import type { Db } from '#server/database/db.ts'
import { transact } from '#server/database/pool/transact.ts'
import { deleteRelation, listAccountPatientRows, listOtherAccounts } from '../account-patient-store.ts'
import { noteAgreement } from './tie-store.ts'

/** Ends that an account may act for a person who is not its own patient. */
export function leavePerson(
  db: Db,
  actor: AuditActor,
  patientId: string,
): Promise<Outcome<object, 'unknown-person' | 'own-person'>> {
  const { userId } = actor
  return transact(db, async (tx) => {
    const [row] = await listAccountPatientRows(tx, userId, patientId)
    if (!row) return refused('unknown-person')
    if (row.relation === 'self') return refused('own-person')
    await deleteRelation(tx, userId, patientId)
    await appendAudit(tx, { ...actor, action: 'end-access', target: row.patient.name, personIds: [patientId] })
    return { ok: true as const }
  })
}

type Other = { patientId: string; userId: string }

/** Ends that another account may act for the caller's own patient. */
export function endAccess(db: Db, actor: AuditActor, other: Other): Promise<Outcome<object, 'unknown-person'>> {
  return changeAccess(db, actor, other, 'end-access', (tx) => deleteRelation(tx, other.userId, other.patientId))
}

/** Agrees that another account sees the appointments of the caller's own patient, which it may book. */
export function agreeAccess(db: Db, actor: AuditActor, other: Other): Promise<Outcome<object, 'unknown-person'>> {
  return changeAccess(db, actor, other, 'agree-access', (tx) => noteAgreement(tx, other))
}

function changeAccess(
  db: Db,
  actor: AuditActor,
  { patientId, userId }: Other,
  action: 'end-access' | 'agree-access',
  change: (tx: Db) => Promise<boolean>,
): Promise<Outcome<object, 'unknown-person'>> {
  return transact(db, async (tx) => {
    const [row] = await listAccountPatientRows(tx, actor.userId, patientId)
    if (row?.relation !== 'self') return refused('unknown-person')
    const other = (await listOtherAccounts(tx, actor.userId, [patientId])).find((each) => each.userId === userId)
    if (!other || !(await change(tx))) return refused('unknown-person')
    const target = `${row.patient.name} for ${other.email}`
    await appendAudit(tx, { ...actor, action, target, personIds: [patientId] })
    return { ok: true as const }
  })
}
