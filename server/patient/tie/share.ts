import { type Outcome, type Refused, refused } from '#contract/kit/outcome.ts'
import type { AcceptRequest, SharedPatient } from '#contract/patient/account-patient.ts'
import type { otherRelations, TieWay } from '#contract/patient/patient.ts'
import type { AuditActor } from '#server/audit/audit.ts'
import { appendAudit } from '#server/audit/store.ts'
import { findEmailOf } from '#server/auth/store.ts'
import type { Db } from '#server/database/db.ts'
import {
  countAccountPatientsLocked,
  deleteRelation,
  listAccountPatientRows,
  listOtherAccounts,
} from '../account-patient-store.ts'
import { maxAccountPatients } from '../account-patients.ts'
import { currentPatientId } from '../store.ts'
import { joinOwn } from './join-own.ts'
import { type ClaimRefusal, nameBirthDate } from './own-record.ts'
import type { Share } from './share-token.ts'
import { findOwn, findReachable, hasOwnTie, insertTie, noteAgreement, type Reachable } from './tie-store.ts'

const shareLifetimeMs = 7 * 86_400_000

/** Why a person is not shared or handed over. */
export type ShareRefusal =
  | 'unknown-person'
  | 'has-own-account'
  | 'own-person'
  | 'not-yours'
  | 'own-address'
  | 'no-birth-date'

/** Why a link is not accepted. */
export type AcceptRefusal =
  | ClaimRefusal
  | Refused<'invalid-share' | 'late-share' | 'other-account' | 'share-withdrawn' | 'no-birth-date' | 'no-proof'>

type Offer = { patientId: string; email: string; relation?: (typeof otherRelations)[number] | undefined }

/** Offers a person to whoever owns an address: to act for them as their `relation`, or, without one, to take over the
 *  record as their own. Records it, and returns what the link says and the person's name. */
export function share(
  db: Db,
  actor: AuditActor,
  { patientId, email, relation }: Offer,
  now: Date,
): Promise<Outcome<{ share: Share; name: string }, ShareRefusal>> {
  const { userId } = actor
  return db.transaction(async (tx): Promise<Outcome<{ share: Share; name: string }, ShareRefusal>> => {
    if (email === actor.actor) return refused('own-address')
    const shared = await findShareable(tx, userId, patientId, kindOf(relation))
    if (!shared.ok) return shared
    const { id, name, birthDate } = shared.record
    // Their proof is its birth date.
    if (relation === undefined && birthDate === null) return refused('no-birth-date')
    await appendAudit(tx, { ...actor, action: 'share-person', target: `${name} to ${email}`, personIds: [id] })
    const until = now.getTime() + shareLifetimeMs
    return { ok: true, share: { patientId: id, userId, email, relation, until }, name }
  })
}

/** Tells what a link with this relation offers. */
function kindOf(relation: Offer['relation']): SharedPatient['kind'] {
  return relation === undefined ? 'hand-over' : 'act'
}

/** Returns a person whom an account may share: the own patient, a child, and whoever it added itself. Nobody but the
 *  owner shares a person who has an account. Checked when the link is sent, and again when it is accepted.
 *  `isOwn`: it is the account's own patient. */
async function findShareable(
  tx: Db,
  userId: string,
  patientId: string,
  kind: SharedPatient['kind'],
): Promise<Outcome<{ record: Reachable; isOwn: boolean }, ShareRefusal>> {
  const [row] = await listAccountPatientRows(tx, userId, patientId)
  const record = row && (await findReachable(tx, patientId))
  if (!row || !record) return refused('unknown-person')
  if (row.relation === 'self') return kind === 'act' ? { ok: true, record, isOwn: true } : refused('own-person')
  if (await hasOwnTie(tx, patientId)) return refused('has-own-account')
  const isTheirs = record.isUnderAge || row.way === 'added' || row.way === 'former'
  return isTheirs && (row.sees || kind === 'hand-over') ? { ok: true, record, isOwn: false } : refused('not-yours')
}

type Checked = { share: Share; record: Reachable; isOwn: boolean }

/** Checks a link for the account that opens it, as things are now. */
async function check(
  tx: Db,
  actor: AuditActor,
  share: Share | undefined,
  now: Date,
): Promise<Outcome<Checked, 'invalid-share' | 'late-share' | 'other-account' | 'share-withdrawn'>> {
  if (!share) return refused('invalid-share')
  if (share.email !== actor.actor) return refused('other-account')
  if (share.until < now.getTime()) return refused('late-share')
  const patientId = await currentPatientId(tx, share.patientId)
  const shared = await findShareable(tx, share.userId, patientId, kindOf(share.relation))
  return shared.ok ? { ...shared, share } : refused('share-withdrawn')
}

/** Returns what a link offers the account that opens it. */
export function readShared(
  db: Db,
  actor: AuditActor,
  share: Share | undefined,
  now: Date,
): Promise<Outcome<{ shared: SharedPatient }, 'invalid-share' | 'late-share' | 'other-account' | 'share-withdrawn'>> {
  return db.transaction(async (tx) => {
    const checked = await check(tx, actor, share, now)
    if (!checked.ok) return checked
    const { relation, userId } = checked.share
    const sharedBy = (await findEmailOf(tx, userId)) ?? ''
    return { ok: true as const, shared: { kind: kindOf(relation), name: checked.record.name, sharedBy } }
  })
}

type Accepting = Pick<AcceptRequest, 'birthDate' | 'keepsAccess'>

/** Lets the account of `actor` act for the person of a link, or makes the record its own. Once accepted, the link
 *  changes nothing more. */
export function acceptShare(
  db: Db,
  actor: AuditActor,
  share: Share | undefined,
  { now, ...accepting }: Accepting & { now: Date },
): Promise<Outcome<{ id: string }, never> | AcceptRefusal> {
  return db.transaction(async (tx): Promise<Outcome<{ id: string }, never> | AcceptRefusal> => {
    const done = share && share.email === actor.actor ? await isAccepted(tx, actor, share) : undefined
    if (done !== undefined) return { ok: true, id: done }
    const checked = await check(tx, actor, share, now)
    if (!checked.ok) return checked
    return checked.share.relation === undefined
      ? takeOver(tx, actor, checked, accepting)
      : act(tx, actor, checked, checked.share.relation)
  })
}

/** Returns the person if the account has accepted the link already. */
async function isAccepted(tx: Db, { userId }: AuditActor, share: Share): Promise<string | undefined> {
  const patientId = await currentPatientId(tx, share.patientId)
  const [known] = await listAccountPatientRows(tx, userId, patientId)
  return known && (known.relation === 'self' || share.relation !== undefined) ? patientId : undefined
}

async function act(
  tx: Db,
  actor: AuditActor,
  { share, record, isOwn }: Checked,
  relation: NonNullable<Share['relation']>,
) {
  const { userId } = actor
  if ((await countAccountPatientsLocked(tx, userId)) >= maxAccountPatients) return refused('too-many-persons')
  const madeBy = (await findEmailOf(tx, share.userId)) ?? ''
  await insertTie(tx, { userId, patientId: record.id, relation, way: 'accepted', madeBy })
  // The person themselves let them in.
  if (isOwn) await noteAgreement(tx, { userId, patientId: record.id })
  const target = `${record.name} for ${actor.actor}`
  await appendAudit(tx, { ...actor, action: 'accept-access', target, personIds: [record.id] })
  return { ok: true as const, id: record.id }
}

async function takeOver(
  tx: Db,
  actor: AuditActor,
  { share, record }: Checked,
  { birthDate, keepsAccess = false }: Accepting,
): Promise<Outcome<{ id: string }, never> | AcceptRefusal> {
  if (record.birthDate === null) return refused('no-birth-date')
  if (!birthDate) return refused('no-proof')
  const named = await nameBirthDate(tx, actor.userId, async () => (record.birthDate === birthDate ? record : undefined))
  if (!named.ok) return named
  const others = await listOthers(tx, actor, record.id)
  const joined = await joinOwn(tx, actor, record.id)
  if (!joined.ok) return joined
  // Whom the desk did not let act goes on for a child only, and never for what the account had before.
  const mayGoOn = record.isUnderAge && joined.id === record.id
  const ending = mayGoOn ? [] : others.filter((userId) => userId !== share.userId)
  for (const userId of ending) await deleteRelation(tx, userId, joined.id)
  const giver = { userId: share.userId, patientId: joined.id }
  if (keepsAccess) await noteAgreement(tx, giver)
  else await deleteRelation(tx, giver.userId, giver.patientId)
  return joined
}

/** Lists the other accounts that act for a record by what accounts did, and not yet for the account's own patient. */
async function listOthers(tx: Db, { userId }: AuditActor, recordId: string): Promise<string[]> {
  const own = await findOwn(tx, userId)
  const known = own ? await listOtherAccounts(tx, userId, [own.id]) : []
  const others = await listOtherAccounts(tx, userId, [recordId])
  const isProved = (way: TieWay) => way === 'desk' || way === 'this-is-me'
  return others
    .filter((other) => !isProved(other.way) && !known.some(({ userId: id }) => id === other.userId))
    .map((other) => other.userId)
}
