import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'

describe.each(['.', 'lab/lighthouse'])('package-lock.json in %s', (folder) => {
  const lockText = readFileSync(join(folder, 'package-lock.json'), 'utf8')

  test('contains no registry URL, so it installs from any registry', () => {
    expect(lockText).not.toContain('"resolved": "http')
  })

  test('matches package.json, and both pin exact versions', () => {
    const named = namedPackages(JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')))
    expect(namedPackages(JSON.parse(lockText).packages[''])).toEqual(named)
    for (const version of Object.values(named)) expect(version).toMatch(/^\d/)
  })

  test('has the checksum of every package, but for those inside another', () => {
    const packages: Record<string, { integrity?: string; inBundle?: boolean }> = JSON.parse(lockText).packages
    const unchecked = Object.entries(packages).filter(
      ([path, { integrity, inBundle }]) => path !== '' && !inBundle && !integrity,
    )
    expect(unchecked.map(([path]) => path)).toEqual([])
  })
})

type Named = Record<string, string>

function namedPackages(file: { dependencies?: Named; optionalDependencies?: Named; devDependencies?: Named }): Named {
  return { ...file.dependencies, ...file.optionalDependencies, ...file.devDependencies }
}
