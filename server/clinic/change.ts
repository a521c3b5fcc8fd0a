import type { ClinicData, ClinicFields, SetupStep } from '#contract/clinic.ts'
import { isWholeOnly } from '#contract/kit/currency.ts'
import { type Outcome, refused } from '#contract/kit/outcome.ts'
import type { RecordAudit } from '#server/audit/audit.ts'
import type { Db } from '#server/database/db.ts'
import { transact } from '#server/database/pool/transact.ts'
import { findSitePictures, releasePhoto } from '#server/photo/store.ts'
import { type Pictured, pictureUrls, withWidths } from './pictures.ts'
import { listWithHundredths, readClinic, updateClinic } from './store.ts'

/** Why the clinic's data is not changed. */
export type ClinicRefusal = 'changed-meanwhile' | 'has-payments' | 'unknown-photo' | 'unknown-picture' | 'whole-prices'

type Texts = Omit<ClinicFields, keyof Pictured>
type Change = { [Field in keyof Texts]?: Texts[Field] | undefined } & Pictured & {
    setupStep?: SetupStep | null | undefined
  }

/** Changes fields of the clinic and records it in the audit trail, both or neither. `version` is the one that the
 *  admin saw. The constraints are the check (docs/decisions/0004). */
export async function changeClinic(
  db: Db,
  version: number,
  { setupStep, services, reviews, pictures, ...texts }: Change,
  recordAudit: RecordAudit,
): Promise<Outcome<{ clinic: ClinicData }, ClinicRefusal>> {
  try {
    return await transact(db, async (tx) => {
      const before = await readClinic(tx)
      const pictured = await knownPictures(tx, { services, reviews, pictures }, before)
      if (!pictured) return refused('unknown-picture')
      const wanted = { ...texts, ...pictured }
      const fields = Object.entries(wanted).filter(
        ([field, value]) => value !== undefined && !isSame(value, before[field as keyof ClinicFields]),
      )
      const change: Partial<ClinicData> = Object.fromEntries(fields)
      const step = setupStep === undefined ? {} : { setupStep }
      if (change.currency && isWholeOnly(change.currency) && (await listWithHundredths(tx)).length > 0)
        return refused('whole-prices')
      // Public pages load pictures of this site only.
      if (change.logo && !change.logo.startsWith('/image/')) return refused('unknown-photo')
      if (!(await updateClinic(tx, { ...change, ...step }, version))) return refused('changed-meanwhile')
      if ('logo' in change && before.logo !== null) await releasePhoto(tx, before.logo)
      await releasePictures(tx, before, { ...before, ...change })
      if (fields.length > 0)
        await recordAudit(tx, 'change-clinic', fields.map(([field]) => names[field] ?? field).join(', '))
      return { ok: true, clinic: await readClinic(tx) }
    })
  } catch (error) {
    const reason = refusalOf(error)
    if (reason) return refused(reason)
    throw error
  }
}

// The fields with the widths of their pictures; undefined if one is not stored, or was made for another place.
async function knownPictures(tx: Db, wanted: Pictured, { pictures }: ClinicData) {
  const urls = pictureUrls(wanted)
  const stored = await findSitePictures(
    tx,
    urls.map(([url]) => url),
  )
  if (urls.some(([url, use]) => stored.get(url)?.use !== use)) return undefined
  return withWidths(wanted, (url) => stored.get(url)?.width ?? 0, pictures)
}

async function releasePictures(tx: Db, before: ClinicData, after: ClinicData) {
  const kept = new Set(pictureUrls(after).map(([url]) => url))
  for (const [url] of pictureUrls(before)) if (!kept.has(url)) await releasePhoto(tx, url)
}

const names: Record<string, string> = {
  services: 'service cards',
  taxId: 'tax id',
  adultAge: 'age at which patients decide themselves',
  textCountries: 'countries of text messages',
  maxTextsPerDay: 'text messages on a day',
} satisfies Partial<Record<keyof ClinicFields, string>>

function isSame(one: unknown, other: unknown) {
  return JSON.stringify(one) === JSON.stringify(other)
}

function refusalOf(error: unknown): ClinicRefusal | undefined {
  const { code } = (error as { cause?: { code?: unknown } }).cause ?? {}
  if (code === '23001') return 'has-payments'
  return code === '23503' ? 'unknown-photo' : undefined
}
