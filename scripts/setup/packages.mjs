import { readFileSync } from 'node:fs'
import { inProject, isProgram, onPath } from './places.mjs'
import { run } from './run.mjs'
import { SetupError } from './say.mjs'

/**
 * Installs what the lock file of `folder`, a path inside the project, names.
 * `npm ci` refuses a lock file that leaves out other platforms' optional packages when the registry at hand lacks them
 * (npm/cli#9846); `npm install` into an emptied folder installs the same versions and, with --no-save, writes no lock file.
 */
export async function installPackages(purpose, folder = '') {
  const npm = process.env.npm_execpath
  const args = [
    'install',
    '--no-save',
    '--include=dev',
    '--include=optional',
    '--prefer-offline',
    '--no-audit',
    '--no-fund',
  ]
  // npm's own Node, not the one in node_modules: that is being replaced.
  const node = process.env.npm_node_execpath
  const [program, first] = npm && node && isProgram(node) ? [node, [npm]] : [onPath('npm', 'npm.cmd') ?? 'npm', []]
  await run(purpose, program, [...first, ...args], {
    cwd: inProject(folder),
    hint: 'The registry is asked over the network: check the connection (npm ping) and try again.',
  })
  const still = missingPackages(folder)
  if (still.length > 0)
    throw new SetupError(
      `npm left out ${still.slice(0, 3).join(', ')}: is ${folder}${folder && '/'}package-lock.json up to date? Run npm install`,
    )
}

/** Packages that the lock file of `folder` requires here and its node_modules has not, or has in another version. */
export function missingPackages(folder = '') {
  const installed = packagesOf(folder, 'node_modules', '.package-lock.json')
  const wanted = packagesOf(folder, 'package-lock.json')
  if (!wanted) {
    const file = `${folder}${folder && '/'}package-lock.json`
    throw new SetupError(`${file} is missing or unreadable: restore it with git checkout ${file}`)
  }
  return Object.keys(wanted).filter((path) => {
    if (path === '') return false
    const found = installed?.[path]
    return found ? found.version !== wanted[path].version : !wanted[path].optional
  })
}

function packagesOf(...path) {
  try {
    return JSON.parse(readFileSync(inProject(...path), 'utf8')).packages
  } catch {
    return undefined
  }
}
