import { v7 as uuid } from 'uuid'
import { type Outcome, refused } from '#contract/kit/outcome.ts'
import type { IsoDate } from '#contract/kit/time/clinic-date.ts'
import type { AccountPatient, AccountPatientChange } from '#contract/patient/account-patient.ts'
import type { Relation } from '#contract/patient/patient.ts'
import type { AuditActor } from '#server/audit/audit.ts'
import { appendAudit } from '#server/audit/store.ts'
import type { Db } from '#server/database/db.ts'
import { transact } from '#server/database/pool/transact.ts'
import {
  type AccountPatientRow,
  countAccountPatientsLocked,
  insertAccountPatient,
  listAccountPatientRows,
  listOtherAccounts,
  replacePhones,
  updateAccountName,
  updatePatient,
  updateRelation,
} from './account-patient-store.ts'
import { listPhones, requireLiving } from './store.ts'
import { syncTextConsent, type TextRefusal } from './text-consent-store.ts'
import type { TextCountries } from './text-number.ts'

/** So many people a family or a group can be; more is a mistake or an attack. */
export const maxAccountPatients = 20

/** Why a person was not added or changed. */
export type AccountPatientRefusal = 'unknown-person' | 'too-many-persons' | 'has-own-account' | 'of-age' | TextRefusal

/** Lists whom an account may act for, its own patient first; of one patient, if given. Of whoever has come of age and
 *  has not agreed it gets the name alone. Of those who have died it has its own patient alone. */
export async function listAccountPatients(db: Db, userId: string, patientId?: string): Promise<AccountPatient[]> {
  const all = await listAccountPatientRows(db, userId, patientId)
  const rows = all.filter(({ patient, relation }) => patient.diedAt === null || relation === 'self')
  if (rows.length === 0) return []
  const ids = rows.map(({ patient }) => patient.id)
  const [others, phones] = await Promise.all([listOtherAccounts(db, userId, ids), listPhones(db, ids)])
  return rows.map((row) => {
    if (!row.sees) return toUnseen(row)
    return {
      ...toPerson(row),
      phones: phones.filter(({ patientId }) => patientId === row.patient.id).map(({ number }) => number),
      isEditable: isEditable(row, others),
      others: others.filter((each) => each.patientId === row.patient.id).map(toOther),
    }
  })
}

function toUnseen({ patient: { id, name }, relation }: AccountPatientRow): AccountPatient {
  const nothing = { birthDate: '', language: '', contact: 'email', isEditable: false } as const
  return { _id: id, name, relation, seesNothing: true, ...nothing, phones: [], others: [] }
}

type OtherRow = Awaited<ReturnType<typeof listOtherAccounts>>[number]

const toOther = ({ userId, email, relation, way, since, sees }: OtherRow) => ({
  ...{ userId, email, relation, way, since: since.toISOString() },
  ...(!sees && { seesNothing: true }),
})

function toPerson({ patient, relation }: AccountPatientRow) {
  const { id, name, birthDate, language, contact } = patient
  const recalls = patient.recallsStoppedAt === null
  return { _id: id, name, relation, birthDate: birthDate ?? ('' as const), language: language ?? '', contact, recalls }
}

/** Lists whose data an account may take along: its own patient, and those for whom it acts who have no other account of
 *  their own and have not come of age. */
export async function listDependents(db: Db, userId: string): Promise<AccountPatientRow[]> {
  const rows = await listAccountPatientRows(db, userId)
  const ids = rows.map(({ patient }) => patient.id)
  const others = await listOtherAccounts(db, userId, ids)
  return rows.filter((row) => row.sees && isEditable(row, others))
}

const isEditable = (
  { patient, relation }: AccountPatientRow,
  others: readonly { patientId: string; relation: Relation }[],
): boolean => relation === 'self' || !others.some((each) => each.patientId === patient.id && each.relation === 'self')

/** Adds a person for whom an account may act. Their record is new and empty. */
export function addAccountPatient(
  db: Db,
  actor: AuditActor,
  { name, birthDate, relation }: { name: string; birthDate: IsoDate | ''; relation: Relation },
): Promise<Outcome<{ id: string }, 'too-many-persons'>> {
  const { userId, actor: madeBy } = actor
  return transact(db, async (tx) => {
    if ((await countAccountPatientsLocked(tx, userId)) >= maxAccountPatients) return refused('too-many-persons')
    const id = uuid()
    await insertAccountPatient(tx, { userId, madeBy }, { id, name, relation, birthDate: birthDate || null })
    await appendAudit(tx, { ...actor, action: 'add-person', target: name, personIds: [id] })
    return { ok: true as const, id }
  })
}

/** Changes a person for whom an account may act and who has no other account of their own. The account has the name of
 *  its own patient.
 *  @param account the account, and the clinic's country and those where it sends text messages */
export function changeAccountPatient(
  db: Db,
  { userId, email, clinic }: { userId: string; email: string; clinic: TextCountries },
  patientId: string,
  { name, contact, birthDate, language, phones, recalls, relation }: AccountPatientChange,
): Promise<Outcome<object, 'unknown-person' | 'has-own-account' | 'of-age' | TextRefusal>> {
  const change = async (tx: Db) => {
    const [row] = await listAccountPatientRows(tx, userId, patientId)
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
    if (changesData && !row.sees) return refused('of-age')
    if (changesData) await requireLiving(tx, patientId)
    await updatePatient(tx, patientId, data)
    if (phones) await replacePhones(tx, patientId, phones)
    if (relation) await updateRelation(tx, { userId, patientId, relation })
    if (row.relation === 'self' && name !== undefined) await updateAccountName(tx, userId, name)
    const refusal =
      contact === undefined && phones === undefined
        ? undefined
        : await syncTextConsent(tx, patientId, { clinic, by: email, isChosen: contact !== undefined, userId })
    return refusal ? refused(refusal) : { ok: true as const }
  }
  return transact(db, change)
}
