import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { inProject, isProgram, onPath, pinnedNode } from './places.mjs'
import { run } from './run.mjs'
import { SetupError } from './say.mjs'

const unfinished = inProject('.cache', 'install-unfinished')

/** Installs what the lock file names, when what is installed differs from it. */
export const installStep = {
  isDone: () => !existsSync(unfinished) && isProgram(pinnedNode()) && missing().length === 0,
  async run() {
    const changed = existsSync(inProject('node_modules')) ? `${missing().length} packages differed` : 'first time'
    writeFileSync(unfinished, '')
    rmSync(inProject('node_modules'), { recursive: true, force: true })
    await install()
    const still = missing()
    if (still.length > 0)
      throw new SetupError(
        `npm left out ${still.slice(0, 3).join(', ')}: is package-lock.json up to date? Run npm install`,
      )
    if (!isProgram(pinnedNode()))
      throw new SetupError(
        'the package `node` brought no program: its install script must be allowed to run (npm config get ignore-scripts)',
      )
    rmSync(unfinished)
    return `installed the packages of package-lock.json, ${changed}`
  },
}

// `npm ci` refuses a lock file that leaves out other platforms' optional packages when the registry at hand lacks them
// (npm/cli#9846); `npm install` into an emptied folder installs the same versions and, with --no-save, writes no lock file.
async function install() {
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
  await run('installing the packages', program, [...first, ...args], {
    hint: 'The registry is asked over the network: check the connection (npm ping) and try again.',
  })
}

/** Packages that the lock file requires here and node_modules has not, or has in another version. */
function missing() {
  const installed = packagesOf('node_modules', '.package-lock.json')
  const wanted = packagesOf('package-lock.json')
  if (!wanted)
    throw new SetupError('package-lock.json is missing or unreadable: restore it with git checkout package-lock.json')
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
