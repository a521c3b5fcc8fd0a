import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'

describe.each(['.', 'bench/lighthouse'])('the lock file in %s', (folder) => {
  const lockText = readFileSync(join(folder, 'package-lock.json'), 'utf8')

  test('names no registry: it installs from whichever is at hand', () => {
    expect(lockText).not.toContain('"resolved": "http')
  })

  test('agrees with package.json, and both pin exact versions', () => {
    const { dependencies, devDependencies } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
    const locked = JSON.parse(lockText).packages['']
    expect({ ...locked.dependencies, ...locked.devDependencies }).toEqual({ ...dependencies, ...devDependencies })
    for (const version of Object.values({ ...dependencies, ...devDependencies })) expect(version).toMatch(/^\d/)
  })
})
