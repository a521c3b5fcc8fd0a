import { rmSync } from 'node:fs'
import { installPackages, missingPackages } from '../packages.mjs'
import { projectPath } from '../paths.mjs'

const folder = 'lab/lighthouse'

/** Installs Lighthouse into lab/lighthouse. It is a separate package because it brings some 200 packages that only the
 *  benchmarks need. */
export const lighthouseStep = {
  begins: 'installing Lighthouse for the benchmarks',
  isDone: () => missingPackages(folder).length === 0,
  async run() {
    rmSync(projectPath(folder, 'node_modules'), { recursive: true, force: true })
    await installPackages('installing Lighthouse', folder)
    return 'installed Lighthouse for the benchmarks'
  },
}
