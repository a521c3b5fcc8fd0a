import { existsSync, rmSync, writeFileSync } from 'node:fs'
import { installPackages, missingPackages } from './packages.mjs'
import { inProject, isProgram, pinnedNode } from './places.mjs'
import { SetupError } from './say.mjs'

const unfinished = inProject('.cache', 'install-unfinished')

/** Installs what the lock file names, when what is installed differs from it. */
export const installStep = {
  isDone: () => !existsSync(unfinished) && isProgram(pinnedNode()) && missingPackages().length === 0,
  async run() {
    const changed = existsSync(inProject('node_modules'))
      ? `${missingPackages().length} packages differed`
      : 'first time'
    writeFileSync(unfinished, '')
    rmSync(inProject('node_modules'), { recursive: true, force: true })
    await installPackages('installing the packages')
    if (!isProgram(pinnedNode()))
      throw new SetupError(
        'the package `node` brought no program: its install script must be allowed to run (npm config get ignore-scripts)',
      )
    rmSync(unfinished)
    return `installed the packages of package-lock.json, ${changed}`
  },
}
