import { existsSync, rmSync, writeFileSync } from 'node:fs'
import { SetupError } from './log.mjs'
import { installPackages, missingPackages } from './packages.mjs'
import { hasNode, missingNode, projectPath } from './paths.mjs'

const unfinishedMarker = projectPath('.cache', 'install-unfinished')

/** Installs the packages of the lock file if node_modules differs from it or an earlier install did not finish. */
export const installStep = {
  begins: 'installing the packages of package-lock.json, some 700 MB',
  isDone: () => !existsSync(unfinishedMarker) && hasNode() && missingPackages().length === 0,
  async run() {
    const missing = missingNode()
    if (missing) throw new SetupError(missing)
    const reason = existsSync(projectPath('node_modules'))
      ? `${missingPackages().length} packages differed`
      : 'first install'
    writeFileSync(unfinishedMarker, '')
    rmSync(projectPath('node_modules'), { recursive: true, force: true })
    await installPackages('installing the packages')
    if (!hasNode()) throw new SetupError(`npm left out the Node for ${process.platform} on ${process.arch}: try again`)
    rmSync(unfinishedMarker)
    return `installed the packages of package-lock.json, ${reason}`
  },
}
