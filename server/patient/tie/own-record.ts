import { randomInt } from 'node:crypto'
import { type Outcome, type Refused, refused } from '#contract/kit/outcome.ts'
import { nameKey } from '#contract/kit/text/fold.ts'
import type { OwnRecord, RecordClaim } from '#contract/patient/account-patient.ts'
import { openSigner } from '#server/access/signature.ts'
import type { AuditActor, RecordAudit } from '#server/audit/audit.ts'
import { appendAudit } from '#server/audit/store.ts'
import type { Db } from '#server/database/db.ts'
import { countAccountPatientsLocked } from '../account-patient-store.ts'
import { maxAccountPatients } from '../account-patients.ts'
import { findRecord } from '../record-store.ts'
import { type JoinRefusal, joinOwn } from './join-own.ts'
import {
  clearTries,
  countBirthDates,
  countTry,
  deleteCode,
  findOwn,
  findReachable,
  hasOwnTie,
  insertTie,
  listUnreached,
  lockCode,
  lockTries,
  type Reachable,
  replaceCode,
} from './tie-store.ts'

/** So many wrong birth dates an account can name, and so many wrong codes: then the desk helps. */
const [maxBirthDates, maxCodes] = [3, 5]
const codeDays = 7

/** Why an account does not reach a record. `left`: how many more birth dates it can name. */
export type ClaimRefusal =
  | Refused<JoinRefusal | 'no-proof' | 'no-tries-left' | 'wrong-code' | 'several' | 'not-a-child' | 'too-many-persons'>
  | Refused<'wrong-birth-date', { left: number }>

/** Hashes the codes that the desk gives. A key keeps whoever reads the database from trying all of them. */
export function openRecordCodes(secret: string, previous?: string) {
  const { sign } = openSigner(secret, 'record code', previous)
  return { hash: (code: string): string => sign(code.replace(/\D/g, '')) }
}
export type RecordCodes = ReturnType<typeof openRecordCodes>

/** Tells an account whether the clinic has a record with its confirmed email that no account reaches, and nothing of
 *  it. What it says is true of the address: it may be mistyped, and the record somebody else's. */
export async function findOwnRecord(
  db: Db,
  { userId, email, hasConfirmedEmail }: { userId: string; email: string; hasConfirmedEmail: boolean },
): Promise<OwnRecord> {
  const found = hasConfirmedEmail ? await listUnreached(db, email) : []
  const tried = await countBirthDates(db, userId)
  return { isKnown: found.length > 0, triesLeft: Math.max(0, maxBirthDates - tried) }
}

/** Lets an account reach a record that the clinic has: its owner's own, or that of their child. The proof is the birth
 *  date of a record with the account's confirmed email, or a code of the desk's. */
export function claimRecord(
  { db, clock, recordCodes }: { db: Db; clock: () => Date; recordCodes: RecordCodes },
  actor: AuditActor,
  claim: RecordClaim,
): Promise<Outcome<{ id: string }, never> | ClaimRefusal> {
  // A wrong proof stays counted as a try, so that a refusal commits.
  return db.transaction(async (tx): Promise<Outcome<{ id: string }, never> | ClaimRefusal> => {
    const codeHash = claim.code ? recordCodes.hash(claim.code) : undefined
    const proved =
      codeHash === undefined ? await byBirthDate(tx, actor, claim) : await byCode(tx, actor, codeHash, clock())
    if (!proved.ok) return proved
    const outcome =
      claim.whose === 'self' ? await reachOwn(tx, actor, proved.records) : await reachChild(tx, actor, proved.records)
    if (outcome.ok) await clearTries(tx, actor.userId)
    if (outcome.ok && codeHash !== undefined) await deleteCode(tx, codeHash)
    return outcome
  })
}

type Proved = { ok: true; records: Reachable[] } | ClaimRefusal

async function byCode(tx: Db, { userId }: AuditActor, codeHash: string, now: Date): Promise<Proved> {
  const { codes } = await lockTries(tx, userId)
  if (codes >= maxCodes) return refused('no-tries-left')
  const id = await lockCode(tx, codeHash, now)
  const record = id === undefined ? undefined : await findReachable(tx, id)
  if (record) return { ok: true, records: [record] }
  await countTry(tx, userId, 'codes')
  return refused('wrong-code')
}

async function byBirthDate(tx: Db, { userId, actor: email }: AuditActor, { birthDate }: RecordClaim): Promise<Proved> {
  if (!birthDate) return refused('no-proof')
  const named = await nameBirthDate(tx, userId, async () => {
    const records = (await listUnreached(tx, email)).filter((record) => record.birthDate === birthDate)
    return records.length > 0 ? records : undefined
  })
  return named.ok ? { ok: true, records: named.found } : named
}

/** Runs `find` for a birth date that an account names. Counts it as wrong if it finds nothing, and does not run it once
 *  the account has named too many. */
export async function nameBirthDate<Found>(
  tx: Db,
  userId: string,
  find: () => Promise<Found | undefined>,
): Promise<{ ok: true; found: Found } | Refused<'no-tries-left'> | Refused<'wrong-birth-date', { left: number }>> {
  const { birthDates } = await lockTries(tx, userId)
  if (birthDates >= maxBirthDates) return refused('no-tries-left')
  const found = await find()
  if (found !== undefined) return { ok: true, found }
  await countTry(tx, userId, 'birthDates')
  return { ok: false, reason: 'wrong-birth-date', left: maxBirthDates - birthDates - 1 }
}

async function reachOwn(tx: Db, actor: AuditActor, records: readonly Reachable[]) {
  const own = await findOwn(tx, actor.userId)
  // Twins, or a family with one address.
  const ofName = records.filter(({ name }) => own !== undefined && nameKey(name) === nameKey(own.name))
  const [record, ...more] = records.length > 1 ? ofName : records
  if (!record || more.length > 0) return refused('several')
  return joinOwn(tx, actor, record.id)
}

async function reachChild(tx: Db, actor: AuditActor, records: readonly Reachable[]) {
  const children = records.filter((record) => record.isUnderAge)
  const [first] = children
  if (!first) return refused('not-a-child')
  // A person with an account of their own lets others act for them there.
  for (const { id } of children) if (await hasOwnTie(tx, id)) return refused('has-own-account')
  const { userId, actor: madeBy } = actor
  if ((await countAccountPatientsLocked(tx, userId)) + children.length > maxAccountPatients)
    return refused('too-many-persons')
  for (const { id: patientId, name } of children) {
    await insertTie(tx, { userId, patientId, relation: 'child', way: 'this-is-me', madeBy })
    await appendAudit(tx, { ...actor, action: 'this-is-me', target: name, personIds: [patientId, userId] })
  }
  return { ok: true as const, id: first.id }
}

/** Makes a code by which a patient reaches their record, in place of an earlier one. Returns it with its end: nobody
 *  can read it later. */
export function giveCode(
  { db, clock, recordCodes }: { db: Db; clock: () => Date; recordCodes: RecordCodes },
  { patientId, by }: { patientId: string; by: string },
  record: RecordAudit,
): Promise<Outcome<{ code: string; expiresAt: Date }, 'unknown-patient'>> {
  return db.transaction(async (tx) => {
    const found = await findRecord(tx, patientId)
    if (!found || found.erasedAt) return refused('unknown-patient')
    const digits = String(randomInt(100_000_000)).padStart(8, '0')
    const code = `${digits.slice(0, 4)} ${digits.slice(4)}`
    const expiresAt = new Date(clock().getTime() + codeDays * 86_400_000)
    await replaceCode(tx, { patientId: found.id, codeHash: recordCodes.hash(code), madeBy: by, expiresAt })
    await record(tx, 'give-record-code', found.name, [found.id])
    return { ok: true as const, code, expiresAt }
  })
}
