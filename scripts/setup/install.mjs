import { existsSync, rmSync, writeFileSync } from 'node:fs'
import { SetupError } from './log.mjs'
import { installPackages, missingPackages } from './packages.mjs'
import { isExecutable, pinnedNode, projectPath } from './paths.mjs'

const unfinishedMarker = projectPath('.cache', 'install-unfinished')

/** Installs the packages of the lock file if node_modules differs from it or an earlier install did not finish. */
export const installStep = {
  isDone: () => !existsSync(unfinishedMarker) && isExecutable(pinnedNode()) && missingPackages().length === 0,
  async run() {
    const reason = existsSync(projectPath('node_modules'))
      ? `${missingPackages().length} packages differed`
      : 'first install'
    writeFileSync(unfinishedMarker, '')
    rmSync(projectPath('node_modules'), { recursive: true, force: true })
    await installPackages('installing the packages')
    if (!isExecutable(pinnedNode()))
      throw new SetupError(
        'the package `node` did not install its program: allow its install script (npm config get ignore-scripts)',
      )
    rmSync(unfinishedMarker)
    return `installed the packages of package-lock.json, ${reason}`
  },
}
