import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { changesOf, reasonsAgainst } from './readiness.ts'

const ready = {
  version: '1.2.3',
  lockedVersion: '1.2.3',
  changelog:
    '# Changelog\n\n## Unreleased\n\n## 1.2.3 (2026-11-25)\n\n- Something\n\n## 1.2.2 (2026-10-01)\n\n- Other\n',
  status: '',
  tags: ['v1.2.2'],
  recorded: ['1.2.2', '1.2.3'],
}

test('a checkout with a clean tree, one version and its section can be released', () => {
  expect(reasonsAgainst(ready)).toEqual([])
  expect(changesOf('1.2.3', ready.changelog)).toBe('- Something')
})

test.each([
  ['another version in the lock file', { lockedVersion: '1.2.2' }, /package-lock/],
  ['no section', { changelog: '# Changelog\n' }, /CHANGELOG/],
  ['a section without a day', { changelog: '## 1.2.3 (soon)\n\n- x\n' }, /CHANGELOG/],
  ['changes that are in no release', { changelog: ready.changelog.replace('## 1', '- x\n\n## 1') }, /Unreleased/],
  ['a changed file', { status: ' M README.md\n' }, /working tree/],
  ['a release that the table lacks', { recorded: ['1.2.2'] }, /releases\.ts/],
  ['an existing tag', { tags: ['v1.2.3'] }, /exists/],
  ['a version that is no release', { version: '1.2.3-dev', lockedVersion: '1.2.3-dev' }, /three numbers/],
])('%s is refused', (_case, change, reason) => {
  expect(reasonsAgainst({ ...ready, ...change })).toContainEqual(expect.stringMatching(reason))
})

test('the version of package.json is that of the lock file, the image and the manifests', () => {
  const { version } = JSON.parse(readFileSync('package.json', 'utf8'))
  expect(JSON.parse(readFileSync('package-lock.json', 'utf8')).version).toBe(version)
  expect(readFileSync('deploy/docker/Dockerfile', 'utf8')).toContain(`--tag clinic:${version} `)
  expect(readFileSync('deploy/kubernetes/kustomization.yaml', 'utf8')).toContain(`newTag: ${version}\n`)
  const named = [...readFileSync('docs/deploying.md', 'utf8').matchAll(/clinic[:-](\d+\.\d+\.\d+)/g)]
  expect(named.map(([, each]) => each)).toEqual(named.map(() => version))
  expect(named.length).toBeGreaterThan(2)
  expect(changesOf(version, readFileSync('CHANGELOG.md', 'utf8'))).toBeDefined()
})
