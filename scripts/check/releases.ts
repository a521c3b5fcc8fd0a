import type { Release } from '#server/database/releases.ts'
import type { Violation } from './source-tree.ts'

type Checkout = {
  /** The version in package.json. */
  version: string
  /** The names of the migrations, oldest first. */
  migrations: readonly string[]
  releases: readonly Release[]
  oldestCompatible: string
}

const table = 'server/database/releases.ts'

/** Returns what is wrong with the table of releases: above all a version that names two schemas. */
export function releaseFaults({ version, migrations, releases, oldestCompatible }: Checkout): Violation[] {
  const newest = migrations.at(-1) ?? ''
  const own = releases.find((release) => release.version === version)
  const places = releases.map((release) => migrations.indexOf(release.newestMigration))
  const versions = releases.map((release) => release.version)
  const unnamed = releases.find((release) => release !== own && release.commit === undefined)
  return [
    own &&
      own.newestMigration !== newest &&
      `${version} was released with ${own.newestMigration}, and the newest migration is ${newest}: raise the version in package.json. Only while nobody has ${version}, name ${newest} in its row instead.`,
    own !== undefined && own !== releases.at(-1) && `${version} is not the newest release: raise it in package.json.`,
    !own && !isAfter(version, versions.at(-1)) && `package.json has ${version}, which is before ${versions.at(-1)}.`,
    versions.some((each, index) => index > 0 && !isAfter(each, versions[index - 1])) &&
      'The releases are not in order.',
    places.includes(-1) && `There is no migration ${releases[places.indexOf(-1)]?.newestMigration}.`,
    places.some((place, index) => place < (places[index - 1] ?? 0)) &&
      'A release has an older schema than the one before it.',
    unnamed && `Name the commit of ${unnamed.version}: the version is ${version} now.`,
    !versions.includes(oldestCompatible) && `oldestCompatible is ${oldestCompatible}, which is no release.`,
  ]
    .filter((advice) => typeof advice === 'string')
    .map((advice) => ({ file: table, rule: 'releases', advice }))
}

function isAfter(version: string, other = '0.0.0') {
  return version.localeCompare(other, 'en', { numeric: true }) > 0
}
