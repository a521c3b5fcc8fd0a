import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'

describe.each(['.', 'bench/lighthouse'])('package-lock.json in %s', (folder) => {
  const lockText = readFileSync(join(folder, 'package-lock.json'), 'utf8')

  test('contains no registry URL, so it installs from any registry', () => {
    expect(lockText).not.toContain('"resolved": "http')
  })

  test('matches package.json, and both pin exact versions', () => {
    const { dependencies, devDependencies } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
    const locked = JSON.parse(lockText).packages['']
    expect({ ...locked.dependencies, ...locked.devDependencies }).toEqual({ ...dependencies, ...devDependencies })
    for (const version of Object.values({ ...dependencies, ...devDependencies })) expect(version).toMatch(/^\d/)
  })
})
