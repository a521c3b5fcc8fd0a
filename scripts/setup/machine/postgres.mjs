import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { SetupError } from '../log.mjs'
import { canInstallPackages, findOnPath, isExecutable } from '../paths.mjs'
import { aptInstall } from '../run.mjs'

const advice =
  'install PostgreSQL 15 or newer, or set TEST_DATABASE_URL to an empty database whose user may create databases'

/** Returns the folder of PostgreSQL's programs (initdb, postgres, pgbench): the one on PATH, else the newest. Undefined
 *  if there is none. */
export function findPostgresBin() {
  return binFolders().find((folder) => isExecutable(join(folder, 'initdb')) && isExecutable(join(folder, 'postgres')))
}

/** Provides PostgreSQL for the tests. In CI it is required, and installed if possible; elsewhere the tests can run on
 *  PGlite only.
 *  @throws {SetupError} in CI without PostgreSQL */
export const postgresStep = {
  begins: 'looking for PostgreSQL',
  isDone: () => Boolean(process.env.TEST_DATABASE_URL) || findPostgresBin() !== undefined,
  async run() {
    const inCi = Boolean(process.env.CI) && process.env.CI !== 'false'
    if (!inCi) return `found no PostgreSQL, so the tests run on PGlite only; to test on both, ${advice}`
    if (canInstallPackages()) await aptInstall('postgresql')
    if (!findPostgresBin()) throw new SetupError(`found no PostgreSQL, and CI must test on both engines: ${advice}`)
    return `installed PostgreSQL in ${findPostgresBin()}`
  },
}

function binFolders() {
  const debian = listVersions('/usr/lib/postgresql').map((version) => `/usr/lib/postgresql/${version}/bin`)
  const homebrew = ['/opt/homebrew/opt', '/usr/local/opt'].flatMap((folder) =>
    listVersions(folder, /^postgresql(@(\d+))?$/).map((name) => `${folder}/${name}/bin`),
  )
  const initdb = findOnPath('initdb')
  return [...(initdb ? [dirname(initdb)] : []), ...debian, ...homebrew, ...pgConfigBin()]
}

/** Returns the names in `folder` that match `pattern`, newest version first. */
function listVersions(folder, pattern = /^(\d+)$/) {
  const names = existsSync(folder) ? readdirSync(folder).filter((name) => pattern.test(name)) : []
  const version = (name) => Number(/\d+/.exec(name)?.[0] ?? 0)
  return names.sort((a, b) => version(b) - version(a))
}

function pgConfigBin() {
  const pgConfig = findOnPath('pg_config')
  if (!pgConfig) return []
  try {
    return [execFileSync(pgConfig, ['--bindir'], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim()]
  } catch {
    return []
  }
}
