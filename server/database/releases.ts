/** A release, as docs/releasing.md defines it: one version, one schema. */
export type Release = {
  version: string
  /** The newest migration that it has. */
  newestMigration: string
  /** Undefined for the newest, because a commit can't name itself. */
  commit?: string
}

/** The releases, oldest first. The check compares the last one with package.json and the migrations. */
export const releases: readonly Release[] = [
  {
    version: '0.1.0',
    newestMigration: '0023_notices_of_rule_changes',
    commit: 'ea9ebc88b5f446b739221ac5996ea2ca5bc8b8a6',
  },
  { version: '0.2.0', newestMigration: '0028_audit_reads', commit: 'f986d96462f1264aa1932e087f1b9558085005c1' },
  {
    version: '0.3.0',
    newestMigration: '0050_after_booking_insert',
    commit: '4e295d932bb494339b4f8d459093d35a6e3590f8',
  },
  {
    version: '0.4.0',
    newestMigration: '0051_one_patient_record',
    commit: '685f54be4eb7042aec0616bc2a922fb7d640d834',
  },
  {
    version: '0.5.0',
    newestMigration: '0055_no_show_charged',
    commit: '5f164c971fb2039602134becd4a0f4b7fff433a6',
  },
  { version: '0.6.0', newestMigration: '0057_heartbeat' },
]

/** The oldest release that may run on the schema of this one: the one before, if both can serve during an update, or
 *  this one. Raise it when a migration takes something away that the release before needs (docs/releasing.md). */
export const oldestCompatible = '0.5.0'

/** Returns the newest migration of a release; undefined if the version was not released. */
export function newestMigrationOf(version: string): string | undefined {
  return releases.find((release) => release.version === version)?.newestMigration
}
