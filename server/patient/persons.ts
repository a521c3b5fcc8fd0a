import { v7 as uuid } from 'uuid'
import { type Outcome, refused } from '#contract/kit/outcome.ts'
import type { Relation } from '#contract/patient/patient.ts'
import type { Person, PersonChange } from '#contract/patient/person.ts'
import type { AuditActor } from '#server/audit/audit.ts'
import { appendAudit } from '#server/audit/store.ts'
import type { Db } from '#server/database/db.ts'
import { commitIf } from '#server/database/pool/preview.ts'
import {
  countPersonsLocked,
  deleteRelation,
  insertPerson,
  insertRelation,
  listOtherAccounts,
  listPersonRows,
  mergePatients,
  type PersonRow,
  replacePhones,
  updateAccountName,
  updatePatient,
  updateRelation,
} from './person-store.ts'
import type { Share } from './share-token.ts'
import { currentPatientId, listPhones } from './store.ts'
import { syncTextConsent } from './text-consent-store.ts'

/** So many people a family or a group can be; more is a mistake or an attack. */
export const maxPersons = 20

/** Why a person was not added, changed or shared. */
export type PersonRefusal = 'unknown-person' | 'too-many-persons' | 'has-own-account' | 'own-person' | 'no-text-number'
/** Why a link to act for a patient is not accepted. */
export type AcceptRefusal = 'invalid-share' | 'late-share' | 'other-account' | 'share-withdrawn' | 'too-many-persons'

/** Lists whom an account may act for, its own patient first; of one patient, if given. */
export async function listPersons(db: Db, userId: string, patientId?: string): Promise<Person[]> {
  const rows = await listPersonRows(db, userId, patientId)
  if (rows.length === 0) return []
  const ids = rows.map(({ patient }) => patient.id)
  const [others, phones] = await Promise.all([listOtherAccounts(db, userId, ids), listPhones(db, ids)])
  return rows.map((row) => ({
    ...toPerson(row),
    phones: phones.filter(({ patientId }) => patientId === row.patient.id).map(({ number }) => number),
    isEditable: isEditable(row, others),
    others: others.filter((each) => each.patientId === row.patient.id).map(({ patientId: _, ...account }) => account),
  }))
}

function toPerson({ patient, relation }: PersonRow) {
  const { id, name, birthDate, language, contact } = patient
  const recalls = patient.recallsStoppedAt === null
  return { _id: id, name, relation, birthDate: birthDate ?? '', language: language ?? '', contact, recalls }
}

/** Lists whom an account may act for, without those who have another account of their own. */
export async function listDependents(db: Db, userId: string): Promise<PersonRow[]> {
  const rows = await listPersonRows(db, userId)
  const ids = rows.map(({ patient }) => patient.id)
  const others = await listOtherAccounts(db, userId, ids)
  return rows.filter((row) => isEditable(row, others))
}

const isEditable = (
  { patient, relation }: PersonRow,
  others: readonly { patientId: string; relation: Relation }[],
): boolean => relation === 'self' || !others.some((each) => each.patientId === patient.id && each.relation === 'self')

/** Adds a person for whom an account may act. */
export function addPerson(
  db: Db,
  userId: string,
  { name, birthDate, relation }: { name: string; birthDate: string; relation: Relation },
): Promise<Outcome<{ id: string }, 'too-many-persons'>> {
  return db.transaction(async (tx) => {
    if ((await countPersonsLocked(tx, userId)) >= maxPersons) return refused('too-many-persons')
    const id = uuid()
    await insertPerson(tx, userId, { id, name, relation, birthDate: birthDate || null })
    return { ok: true as const, id }
  })
}

/** Changes a person for whom an account may act and who has no other account of their own. The account has the name of
 *  its own patient.
 *  @param account the account, and the clinic's country */
export function changePerson(
  db: Db,
  { userId, email, country }: { userId: string; email: string; country: string },
  patientId: string,
  { name, contact, birthDate, language, phones, recalls, relation }: PersonChange,
): Promise<Outcome<object, 'unknown-person' | 'has-own-account' | 'no-text-number'>> {
  const change = async (tx: Db) => {
    const [row] = await listPersonRows(tx, userId, patientId)
    if (!row) return refused('unknown-person')
    const others = await listOtherAccounts(tx, userId, [patientId])
    const data = {
      ...(name !== undefined && { name }),
      ...(contact !== undefined && { contact }),
      ...(birthDate !== undefined && { birthDate: birthDate || null }),
      ...(language !== undefined && { language: language || null }),
      ...(recalls !== undefined && { recallsStoppedAt: recalls ? null : (row.patient.recallsStoppedAt ?? new Date()) }),
    }
    const changesData = Object.keys(data).length > 0 || phones !== undefined
    if (changesData && !isEditable(row, others)) return refused('has-own-account')
    await updatePatient(tx, patientId, data)
    if (phones) await replacePhones(tx, patientId, phones)
    if (relation) await updateRelation(tx, { userId, patientId, relation })
    if (row.relation === 'self' && name !== undefined) await updateAccountName(tx, userId, name)
    const refusal =
      contact === undefined && phones === undefined
        ? undefined
        : await syncTextConsent(tx, patientId, { country, by: email, ender: 'patient' })
    return refusal ? refused(refusal) : { ok: true as const }
  }
  return commitIf(db, change, ({ ok }) => ok)
}

/** Ends that an account may act for a person who is not its own patient. */
export function leavePerson(
  db: Db,
  actor: AuditActor,
  patientId: string,
): Promise<Outcome<object, 'unknown-person' | 'own-person'>> {
  const { userId } = actor
  return db.transaction(async (tx) => {
    const [row] = await listPersonRows(tx, userId, patientId)
    if (!row) return refused('unknown-person')
    if (row.relation === 'self') return refused('own-person')
    await deleteRelation(tx, userId, patientId)
    await appendAudit(tx, { ...actor, action: 'end-access', target: row.patient.name, personIds: [patientId] })
    return { ok: true as const }
  })
}

/** Ends that another account may act for the caller's own patient. */
export function endAccess(
  db: Db,
  actor: AuditActor,
  { patientId, userId }: { patientId: string; userId: string },
): Promise<Outcome<object, 'unknown-person'>> {
  return db.transaction(async (tx) => {
    const [row] = await listPersonRows(tx, actor.userId, patientId)
    if (row?.relation !== 'self') return refused('unknown-person')
    const other = (await listOtherAccounts(tx, actor.userId, [patientId])).find((each) => each.userId === userId)
    if (!other || !(await deleteRelation(tx, userId, patientId))) return refused('unknown-person')
    const target = `${row.patient.name} for ${other.email}`
    await appendAudit(tx, { ...actor, action: 'end-access', target, personIds: [patientId] })
    return { ok: true as const }
  })
}

/** Lets the account of a link act for the patient, too; with the relation `self` the patient's record becomes the
 *  account's own. Once accepted, the link changes nothing more. */
export function acceptShare(
  db: Db,
  actor: AuditActor,
  share: Share | undefined,
  now: Date,
): Promise<Outcome<{ id: string }, AcceptRefusal>> {
  return db.transaction(async (tx) => {
    if (!share) return refused('invalid-share')
    if (share.email !== actor.actor) return refused('other-account')
    if (share.until < now.getTime()) return refused('late-share')
    const patientId = await currentPatientId(tx, share.patientId)
    const { userId } = actor
    const [known] = await listPersonRows(tx, userId, patientId)
    if (known && (known.relation === 'self' || share.relation !== 'self')) return { ok: true as const, id: patientId }
    const [shared] = await listPersonRows(tx, share.userId, patientId)
    if (!shared) return refused('share-withdrawn')
    if ((await countPersonsLocked(tx, userId)) >= maxPersons) return refused('too-many-persons')
    const target = `${shared.patient.name} for ${actor.actor}`
    await appendAudit(tx, { ...actor, action: 'accept-access', target, personIds: [patientId] })
    if (share.relation !== 'self') {
      await insertRelation(tx, { userId, patientId, relation: share.relation })
      return { ok: true as const, id: patientId }
    }
    const [own] = await listPersonRows(tx, userId)
    if (!own || !(await mergePatients(tx, patientId, own.patient.id))) return refused('share-withdrawn')
    return { ok: true as const, id: own.patient.id }
  })
}
