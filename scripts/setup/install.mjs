import { existsSync, rmSync, writeFileSync } from 'node:fs'
import { SetupError } from './log.mjs'
import { installPackages, missingPackages } from './packages.mjs'
import { hasNode, projectPath } from './paths.mjs'

const unfinishedMarker = projectPath('.cache', 'install-unfinished')

/** Installs the packages of the lock file if node_modules differs from it or an earlier install did not finish. */
export const installStep = {
  isDone: () => !existsSync(unfinishedMarker) && hasNode() && missingPackages().length === 0,
  async run() {
    const reason = existsSync(projectPath('node_modules'))
      ? `${missingPackages().length} packages differed`
      : 'first install'
    writeFileSync(unfinishedMarker, '')
    rmSync(projectPath('node_modules'), { recursive: true, force: true })
    await installPackages('installing the packages')
    if (!hasNode())
      throw new SetupError(
        `no package has a Node for ${process.platform} on ${process.arch}: install Node 24.2 or newer yourself (this is ${process.versions.node})`,
      )
    rmSync(unfinishedMarker)
    return `installed the packages of package-lock.json, ${reason}`
  },
}
