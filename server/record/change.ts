import type { Refused } from '#contract/kit/outcome.ts'
import { inWords, type PatientField } from '#contract/patient/fields.ts'
import type { PatientChange } from '#contract/patient/record.ts'
import type { RecordAudit } from '#server/audit/audit.ts'
import type { Db } from '#server/database/db.ts'
import { transact } from '#server/database/pool/transact.ts'
import type { Jobs } from '#server/jobs/jobs.ts'
import { sendClaimLink } from '#server/patient/add.ts'
import { toColumns } from '#server/patient/field-store.ts'
import {
  listAccountsOf,
  lockRecord,
  type PatientRow,
  replacePhones,
  updateRecord,
} from '#server/patient/record-store.ts'
import { requireLiving } from '#server/patient/store.ts'
import { syncTextConsent, type TextRefusal } from '#server/patient/text-consent-store.ts'
import type { TextCountries } from '#server/patient/text-number.ts'
import { fieldsOf } from './read.ts'

export type ChangeRefusal =
  | Refused<'unknown-patient' | 'erased' | TextRefusal>
  | Refused<'own-email', { name: string }>
  | Refused<'patient-changed', { field: PatientField; now: string }>

/** What happened to a new email; undefined if nothing is sent there. */
export type NewEmail = 'link-sent' | 'has-account' | undefined

/** Changes fields of a patient, with an entry in the audit trail for each: all of them or none. A field that is no
 *  longer as `seen` is refused. */
export function changeRecord(
  { db, jobs, clinic }: { db: Db; jobs: Jobs; clinic: () => Promise<TextCountries> },
  id: string,
  { seen, change }: PatientChange,
  { record, by }: { record: RecordAudit; by: string },
): Promise<{ ok: true; newEmail: NewEmail } | ChangeRefusal> {
  return transact(db, async (tx) => {
    const row = await lockRecord(tx, id)
    if (!row) return { ok: false, reason: 'unknown-patient' } as const
    if (row.erasedAt) return { ok: false, reason: 'erased' } as const
    const fields = await fieldsOf(tx, row)
    const changed = (Object.keys(change) as PatientField[]).filter((field) => !isSame(change[field], fields[field]))
    const stale = changed.find((field) => !isSame(seen[field], fields[field]))
    if (stale) return { ok: false, reason: 'patient-changed', field: stale, now: shortly(fields[stale]) } as const
    if (changed.includes('email') && (await hasOwnAccount(tx, row)))
      return { ok: false, reason: 'own-email', name: row.name } as const
    if (changed.some((field) => field !== 'notes')) await requireLiving(tx, row.id)
    await store(tx, row, pick(change, changed))
    if (changed.includes('contact') || changed.includes('phones')) {
      const isChosen = changed.includes('contact')
      const refusal = await syncTextConsent(tx, row.id, { clinic: await clinic(), by, isChosen })
      if (refusal) return { ok: false, reason: refusal } as const
    }
    for (const field of changed)
      await record(tx, 'change-patient', `the ${inWords(field)} of ${change.name ?? row.name}`, [row.id])
    const newEmail = changed.includes('email')
      ? await sendClaimLink(tx, jobs, { id: row.id, email: change.email ?? '' })
      : undefined
    return { ok: true, newEmail } as const
  })
}

async function hasOwnAccount(tx: Db, { id }: PatientRow): Promise<boolean> {
  return (await listAccountsOf(tx, [id])).some(({ relation }) => relation === 'self')
}

async function store(tx: Db, { id }: PatientRow, change: Change): Promise<void> {
  await updateRecord(tx, id, toColumns(change))
  if (change.phones) await replacePhones(tx, id, change.phones)
}

type Change = PatientChange['change']

function pick(change: Change, fields: readonly PatientField[]): Change {
  return Object.fromEntries(fields.map((field) => [field, change[field]]))
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(toComparable(one)) === JSON.stringify(toComparable(other))
}

// The order of phone numbers says nothing.
const toComparable = (value: unknown) => (Array.isArray(value) ? value.toSorted() : value)

function shortly(value: string | string[]): string {
  const text = Array.isArray(value) ? value.join(', ') : value
  return text.length > 100 ? `${text.slice(0, 100)}…` : text
}
