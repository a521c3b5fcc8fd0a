import { rmSync } from 'node:fs'
import { installPackages, missingPackages } from '../packages.mjs'
import { inProject } from '../places.mjs'

const folder = 'bench/lighthouse'

/** Installs Lighthouse beside the measurements that use it: some 200 packages, which nothing else needs. */
export const lighthouseStep = {
  isDone: () => missingPackages(folder).length === 0,
  async run() {
    rmSync(inProject(folder, 'node_modules'), { recursive: true, force: true })
    await installPackages('installing Lighthouse', folder)
    return 'installed Lighthouse for the measurements'
  },
}
