import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { canInstallPackages, isProgram, onPath } from '../places.mjs'
import { aptInstall } from '../run.mjs'
import { SetupError } from '../say.mjs'

const advice =
  'install PostgreSQL 15 or newer, or set TEST_DATABASE_URL to an empty database whose user may create others'

/** The folder of PostgreSQL's server programs (initdb, postgres, pgbench), the newest if there are several. */
export function findPostgresBin() {
  return candidates().find((folder) => isProgram(join(folder, 'initdb')) && isProgram(join(folder, 'postgres')))
}

/** Sees to it that the tests have a PostgreSQL in CI; on a laptop they go on with the embedded database alone. */
export const postgresStep = {
  isDone: () => Boolean(process.env.TEST_DATABASE_URL) || findPostgresBin() !== undefined,
  async run() {
    const inCi = Boolean(process.env.CI) && process.env.CI !== 'false'
    if (!inCi) return `no PostgreSQL found, the tests go on with the embedded database alone; for both, ${advice}`
    if (canInstallPackages()) await aptInstall('postgresql')
    if (!findPostgresBin()) throw new SetupError(`no PostgreSQL, and CI must test on both engines: ${advice}`)
    return `installed PostgreSQL in ${findPostgresBin()}`
  },
}

function candidates() {
  const debian = versionsIn('/usr/lib/postgresql').map((version) => `/usr/lib/postgresql/${version}/bin`)
  const brewed = ['/opt/homebrew/opt', '/usr/local/opt'].flatMap((folder) =>
    versionsIn(folder, /^postgresql(@(\d+))?$/).map((name) => `${folder}/${name}/bin`),
  )
  const initdb = onPath('initdb')
  return [...(initdb ? [dirname(initdb)] : []), ...debian, ...brewed, ...configured()]
}

function versionsIn(folder, shape = /^(\d+)$/) {
  const names = existsSync(folder) ? readdirSync(folder).filter((name) => shape.test(name)) : []
  const version = (name) => Number(/\d+/.exec(name)?.[0] ?? 0)
  return names.sort((a, b) => version(b) - version(a))
}

function configured() {
  const tool = onPath('pg_config')
  if (!tool) return []
  try {
    return [execFileSync(tool, ['--bindir'], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim()]
  } catch {
    return []
  }
}
