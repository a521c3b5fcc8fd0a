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
  /** The country as ISO 3166-1 alpha-2. */
  clinic: () => Promise<{ country: string }>
}
