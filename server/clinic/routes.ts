import { clinicCalls } from '#contract/calls/clinic.ts'
import type { ClinicAnswer, ClinicData } from '#contract/clinic.ts'
import type { Audit } from '#server/audit/audit.ts'
import type { Db } from '#server/database/db.ts'
import type { App } from '#server/http/app-type.ts'
import type { Identity } from '#server/http/identity.ts'
import { problemOf } from '#server/http/refusal.ts'
import { route } from '#server/http/route.ts'
import { changeClinic } from './change.ts'
import { mapPictureUrls } from './pictures.ts'
import { clinicRefusals } from './refusals.ts'
import { hasPayments, readClinic } from './store.ts'

type Deps = {
  db: Db
  identity: Identity
  audit: Audit
  photos: { toStoredUrl: (url: string) => string | undefined; toPublicUrl: (stored: string) => string }
  /** Other instances are told by the database. */
  calendar: { invalidateAll: () => void }
}

/** Registers the routes by which admins read and change what the clinic says about itself. */
export function clinicRoutes(app: App, deps: Deps) {
  readRoute(app, deps)
  changeRoute(app, deps)
}

function readRoute(app: App, { db, identity, photos }: Deps) {
  route(app, identity, clinicCalls.readClinic, async () => toAnswer(db, photos, await readClinic(db)))
}

function changeRoute(app: App, { db, identity, audit, photos, calendar }: Deps) {
  route(app, identity, clinicCalls.changeClinic, async (request) => {
    const { version, logo, ...fields } = request.body
    const toStored = (url: string) => (URL.canParse(url) ? (photos.toStoredUrl(url) ?? url) : url)
    const change = { ...mapPictureUrls(fields, toStored), logo: logo && toStored(logo) }
    const outcome = await changeClinic(db, version, change, audit.recordFor(request))
    if (!outcome.ok) throw problemOf(clinicRefusals, outcome)
    calendar.invalidateAll()
    return toAnswer(db, photos, outcome.clinic)
  })
}

async function toAnswer(db: Db, photos: Deps['photos'], data: ClinicData): Promise<ClinicAnswer> {
  const { logo, ...clinic } = mapPictureUrls(data, photos.toPublicUrl)
  return {
    ...clinic,
    logo: logo === null ? null : photos.toPublicUrl(logo),
    canChangeCurrency: !(await hasPayments(db)),
  }
}
