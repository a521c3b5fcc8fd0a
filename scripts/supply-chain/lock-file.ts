import { readFileSync } from 'node:fs'
import { z } from 'zod'

const entry = z.object({
  version: z.string().optional(),
  license: z.string().optional(),
  dev: z.boolean().optional(),
  hasInstallScript: z.boolean().optional(),
})
const lockFile = z.object({ packages: z.record(z.string(), entry) })

/** A package of the lock file. `license` is an SPDX expression. */
export type LockedPackage = {
  name: string
  version: string
  license: string
  isDev: boolean
  hasInstallScript: boolean
}

// Packages that name their license only in the file LICENSE.
const licensesInFiles: Record<string, string> = { 'png-js 2.0.0': 'MIT' }

/** Reads the packages of package-lock.json in a folder, without the project itself. */
export function lockedPackages(folder = '.'): LockedPackage[] {
  const { packages } = lockFile.parse(JSON.parse(readFileSync(`${folder}/package-lock.json`, 'utf8')))
  return Object.entries(packages)
    .filter(([path]) => path !== '')
    .map(([path, { version = '', license, dev = false, hasInstallScript = false }]) => {
      const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)
      const known = license ?? licensesInFiles[`${name} ${version}`] ?? 'none'
      return { name, version, license: known, isDev: dev, hasInstallScript }
    })
}
