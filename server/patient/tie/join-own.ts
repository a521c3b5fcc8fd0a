import { type Outcome, refused } from '#contract/kit/outcome.ts'
import type { AuditActor } from '#server/audit/audit.ts'
import { appendAudit } from '#server/audit/store.ts'
import type { Db } from '#server/database/db.ts'
import { updateAccountName } from '../account-patient-store.ts'
import {
  findOwn,
  findReachable,
  hasData,
  hasOwnTie,
  lockForJoin,
  markReached,
  mergeInto,
  noteJoined,
} from './tie-store.ts'

/** Why a record does not become an account's own. */
export type JoinRefusal = 'unknown-record' | 'has-own-account' | 'other-birth-date' | 'both-have-data'

/** Makes a record of the clinic's the own one of the account of `actor`, who has proved that it is theirs. The one
 *  of the two that has data stays; two that both have data become one at the desk only, and two with different birth
 *  dates never. Staff can undo it for a month. */
export async function joinOwn(
  tx: Db,
  actor: AuditActor,
  recordId: string,
): Promise<Outcome<{ id: string }, JoinRefusal>> {
  const { userId, actor: madeBy } = actor
  const before = await findOwn(tx, userId)
  if (!before) return refused('unknown-record')
  if (before.id === recordId) return { ok: true, id: recordId }
  await lockForJoin(tx, userId, [before.id, recordId])
  const [own, record] = [await findOwn(tx, userId), await findReachable(tx, recordId)]
  if (!own || !record || own.id !== before.id) return refused('unknown-record')
  if (await hasOwnTie(tx, record.id)) return refused('has-own-account')
  if (own.birthDate !== null && record.birthDate !== null && own.birthDate !== record.birthDate)
    return refused('other-birth-date')
  const ownHasData = await hasData(tx, own.id)
  if (ownHasData && (await hasData(tx, record.id))) return refused('both-have-data')
  const [kept, former] = ownHasData ? [own, record] : [record, own]
  const joinId = await mergeInto(tx, { former: former.id, kept: kept.id }, { way: 'this-is-me', madeBy })
  if (joinId === undefined) return refused('unknown-record')
  await markReached(tx, userId, madeBy)
  await noteJoined(tx, joinId)
  // The account has the name of its own patient.
  await updateAccountName(tx, userId, kept.name)
  await appendAudit(tx, {
    ...actor,
    action: 'this-is-me',
    target: record.name,
    personIds: [kept.id, former.id, userId],
  })
  return { ok: true, id: kept.id }
}
