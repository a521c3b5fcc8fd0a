import { readFileSync } from 'node:fs'
import { SetupError } from './log.mjs'
import { npmCommand, projectPath } from './paths.mjs'
import { run } from './run.mjs'

/**
 * Installs the packages of `folder`'s lock file. `folder` is relative to the repository and must have no node_modules.
 * Uses `npm install --no-save`: `npm ci` rejects a lock file that lacks other platforms' optional packages, which
 * happens when the registry does not have them (npm/cli#9846). Without node_modules both install the same versions.
 * @throws {SetupError} if npm fails or leaves out a package
 */
export async function installPackages(purpose, folder = '') {
  const args = [
    'install',
    '--no-save',
    '--include=dev',
    '--include=optional',
    '--prefer-offline',
    '--no-audit',
    '--no-fund',
  ]
  const [program, ...npm] = npmCommand()
  await run(purpose, program, [...npm, ...args], {
    cwd: projectPath(folder),
    hint: 'Check the connection to the npm registry (npm ping) and try again.',
  })
  const missing = missingPackages(folder)
  if (missing.length > 0)
    throw new SetupError(
      `npm left out ${missing.slice(0, 3).join(', ')}: is ${folder}${folder && '/'}package-lock.json up to date? Run npm install`,
    )
}

/** Returns the paths of packages in `folder`'s lock file that are not installed, or not in that version. Skips missing
 *  optional packages.
 *  @throws {SetupError} if the lock file is missing or unreadable */
export function missingPackages(folder = '') {
  const installed = readLockFile(folder, 'node_modules', '.package-lock.json')
  const locked = readLockFile(folder, 'package-lock.json')
  if (!locked) {
    const file = `${folder}${folder && '/'}package-lock.json`
    throw new SetupError(`${file} is missing or unreadable: restore it with git checkout ${file}`)
  }
  return Object.keys(locked).filter((path) => {
    if (path === '') return false
    const found = installed?.[path]
    return found ? found.version !== locked[path].version : !locked[path].optional
  })
}

function readLockFile(...path) {
  try {
    return JSON.parse(readFileSync(projectPath(...path), 'utf8')).packages
  } catch {
    return undefined
  }
}
