import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const lockText = readFileSync('package-lock.json', 'utf8')

test('the lock file names no registry: it installs from whichever is at hand', () => {
  expect(lockText).not.toContain('"resolved": "http')
})

test('the lock file and package.json agree, and pin exact versions', () => {
  const { dependencies, devDependencies } = JSON.parse(readFileSync('package.json', 'utf8'))
  const locked = JSON.parse(lockText).packages['']
  expect({ ...locked.dependencies, ...locked.devDependencies }).toEqual({ ...dependencies, ...devDependencies })
  for (const version of Object.values({ ...dependencies, ...devDependencies })) expect(version).toMatch(/^\d/)
})
