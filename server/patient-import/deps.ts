import type { ClinicData } from '#contract/clinic.ts'
import type { Audit } from '#server/audit/audit.ts'
import type { Db } from '#server/database/db.ts'
import type { Identity } from '#server/http/identity.ts'
import type { Jobs } from '#server/jobs/jobs.ts'

/** What the routes of imports need. */
export type ImportDeps = {
  db: Db
  jobs: Jobs
  identity: Identity
  audit: Audit
  clock: () => Date
  clinic: () => Promise<ClinicData>
}
