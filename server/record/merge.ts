import type { Refused } from '#contract/kit/outcome.ts'
import { formatMediumDate, type IsoDate } from '#contract/kit/time/clinic-date.ts'
import {
  type MergeField,
  type MergePreview,
  type MergeRequest,
  type MergeSide,
  mergeFields,
  type Overlap,
} from '#contract/patient/merge.ts'
import type { RecordAudit } from '#server/audit/audit.ts'
import { countAppointments, listOverlaps, lockBookingsOf } from '#server/booking/personal-queries.ts'
import type { Db } from '#server/database/db.ts'
import { transact } from '#server/database/pool/transact.ts'
import { toColumns } from '#server/patient/field-store.ts'
import { lockPatients } from '#server/patient/personal-store.ts'
import {
  listAccountsOf,
  listRecords,
  lockAccounts,
  type PatientRow,
  updateRecord,
} from '#server/patient/record-store.ts'
import { mergeInto, noteJoined } from '#server/patient/tie/tie-store.ts'
import { countPayments } from './queries.ts'
import { fieldsOf } from './read.ts'

type Pair = { kept: string; former: string }
type Rows = { kept: PatientRow; former: PatientRow }

export type MergeRefusal =
  | Refused<'unknown-patient' | 'same-record' | 'erased' | 'merged-already' | 'accounts-changed'>
  | Refused<'other-birth-date'>
  | Refused<'two-accounts', { emails: string }>
  | Refused<'value-changed', { field: MergeField }>

/** Returns two records side by side, and the appointments that would be at one time if they were one. */
export function previewMerge(
  deps: { db: Db; clock: () => Date },
  pair: Pair,
): Promise<{ ok: true; preview: MergePreview } | MergeRefusal> {
  return deps.db.transaction(
    async (tx) => {
      const found = await findPair(tx, pair)
      if (!found.ok) return found
      const accounts = await listAccountsOf(tx, [pair.kept, pair.former])
      const apart = apartOf(found, ownEmailsOf(accounts))
      if (apart) return apart
      const side = (row: PatientRow) => toSide(tx, row, deps.clock())
      const overlaps = (await listOverlaps(tx, pair)).map(toOverlap)
      return {
        ok: true,
        preview: { kept: await side(found.kept), former: await side(found.former), overlaps },
      } as const
    },
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  )
}

const maxTries = 5

/** Makes one record of two: appointments, payments, phone numbers, notes and accounts of `former` become those of
 *  `kept`, which gets the chosen values, and `former` leads there from then on. All of it or nothing; names the
 *  appointments that are at one time now. Of two merges of one record at the same time, the later is refused. */
export async function merge(
  db: Db,
  pair: Pair,
  values: MergeRequest['values'],
  by: { record: RecordAudit; actor: string },
): Promise<{ ok: true; overlaps: Overlap[] } | MergeRefusal> {
  for (let tries = 0; tries < maxTries; tries += 1) {
    const outcome = await transact(db, (tx) => mergeIn(tx, pair, values, by))
    // An account began to act for one of them meanwhile.
    if (outcome.ok || outcome.reason !== 'accounts-changed') return outcome
  }
  return { ok: false, reason: 'accounts-changed' }
}

async function mergeIn(
  tx: Db,
  pair: Pair,
  values: MergeRequest['values'],
  { record, actor }: { record: RecordAudit; actor: string },
): Promise<{ ok: true; overlaps: Overlap[] } | MergeRefusal> {
  const ids = [pair.kept, pair.former]
  // In the order of every other transaction: accounts, bookings, patients.
  const locked = (await listAccountsOf(tx, ids)).map(({ userId }) => userId)
  await lockAccounts(tx, locked)
  await lockBookingsOf(tx, ids)
  await lockPatients(tx, ids)
  const found = await findPair(tx, pair)
  if (!found.ok) return found
  const accounts = await listAccountsOf(tx, ids)
  if (accounts.some(({ userId }) => !locked.includes(userId))) return { ok: false, reason: 'accounts-changed' }
  const own = ownEmailsOf(accounts)
  const apart = apartOf(found, own)
  if (apart) return apart
  const stale = mergeFields.find((field) => {
    const value = values[field]
    return value !== undefined && !valuesOf(found, field, own).includes(value)
  })
  if (stale) return { ok: false, reason: 'value-changed', field: stale }
  const overlaps = (await listOverlaps(tx, pair)).map(toOverlap)
  const joinId = await mergeInto(tx, pair, { way: 'desk', madeBy: actor })
  if (joinId === undefined) return { ok: false, reason: 'merged-already' }
  await updateRecord(tx, pair.kept, toColumns(values))
  await noteJoined(tx, joinId)
  const target = `the records of ${found.former.name} and ${found.kept.name}`
  await record(tx, 'merge-patients', target, [pair.kept, pair.former])
  return { ok: true, overlaps }
}

function ownEmailsOf(accounts: Awaited<ReturnType<typeof listAccountsOf>>): string[] {
  return accounts.filter(({ relation }) => relation === 'self').map(({ email }) => email)
}

/** Returns why two records are those of two people; undefined if they may be one's. */
function apartOf({ kept, former }: Rows, ownEmails: string[]): MergeRefusal | undefined {
  if (kept.birthDate !== null && former.birthDate !== null && kept.birthDate !== former.birthDate)
    return { ok: false, reason: 'other-birth-date' }
  return ownEmails.length > 1 ? { ok: false, reason: 'two-accounts', emails: ownEmails.join(', ') } : undefined
}

/** The values that can stay. The email of an own account does, and whoever wants to hear nothing hears nothing. */
function valuesOf({ kept, former }: Rows, field: MergeField, ownEmails: string[]): string[] {
  if (field === 'email' && ownEmails.length > 0) return ownEmails
  const both = [kept[field] ?? '', former[field] ?? '']
  return field === 'contact' && both.includes('none') ? ['none'] : both
}

async function findPair(tx: Db, { kept, former }: Pair): Promise<({ ok: true } & Rows) | MergeRefusal> {
  if (kept === former) return { ok: false, reason: 'same-record' }
  const rows = await listRecords(tx, [kept, former])
  const [one, other] = [kept, former].map((id) => rows.find((row) => row.id === id))
  if (!one || !other) return { ok: false, reason: 'unknown-patient' }
  if (one.erasedAt || other.erasedAt) return { ok: false, reason: 'erased' }
  if (one.mergedInto || other.mergedInto) return { ok: false, reason: 'merged-already' }
  return { ok: true, kept: one, former: other }
}

async function toSide(tx: Db, row: PatientRow, now: Date): Promise<MergeSide> {
  const [own] = ownEmailsOf(await listAccountsOf(tx, [row.id]))
  return {
    _id: row.id,
    ...(await fieldsOf(tx, row)),
    ...(own !== undefined && { account: own }),
    createdAt: row.createdAt.toISOString(),
    ...(await countAppointments(tx, row.id, now)),
    payments: await countPayments(tx, row.id),
  }
}

type Named = { treatment: string; date: IsoDate; slot: string }

function toOverlap({ first, second }: { first: Named; second: Named }): Overlap {
  const inWords = ({ treatment, date, slot }: Named) => `${treatment}, ${formatMediumDate(date)}, ${slot}`
  return { first: inWords(first), second: inWords(second) }
}
