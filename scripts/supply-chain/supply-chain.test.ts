import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { npmCommand } from '../setup/paths.mjs'
import { expired, parseAudit, readExplanations, unexplained } from './findings.ts'
import { isAllowed, licensesFile, licensesPage, refusedLicenses } from './licenses.ts'
import { lockedPackages } from './lock-file.ts'

const today = new Date().toISOString().slice(0, 10)
const packageFile = z.object({ allowScripts: z.record(z.string(), z.boolean()).default({}) })

test.each(['.', 'lab/lighthouse'])(
  'in %s, exactly the dependencies with an install script are decided on by name',
  (folder) => {
    const { allowScripts } = packageFile.parse(JSON.parse(readFileSync(`${folder}/package.json`, 'utf8')))
    const withScript = lockedPackages(folder).filter(({ hasInstallScript }) => hasInstallScript)
    expect([...new Set(withScript.map(({ name }) => name))].sort()).toEqual(Object.keys(allowScripts).sort())
  },
)

test('a new dependency with an install script is found', () => {
  const scripted = lockedPackages().filter(({ hasInstallScript }) => hasInstallScript)
  expect(scripted.map(({ name }) => name)).toContain('esbuild')
})

test('every production dependency has a license that is allowed', () => {
  expect(refusedLicenses(lockedPackages())).toEqual([])
})

test('docs/supply-chain/licenses.md is what npm run licenses writes', () => {
  expect(readFileSync(licensesFile, 'utf8') === licensesPage(lockedPackages())).toBe(true)
})

test.each([
  ['MIT', true],
  ['(MIT OR GPL-3.0-only)', true],
  ['Apache-2.0 AND LGPL-3.0-or-later', true],
  ['MIT AND GPL-3.0-only', false],
  ['GPL-3.0-only', false],
  ['(MIT AND (ISC OR GPL-3.0-only))', false],
  ['none', false],
])('a license %s is allowed: %s', (license, expected) => {
  expect(isAllowed(license)).toBe(expected)
})

test('no explanation of a vulnerability has expired', () => {
  expect(expired(readExplanations(), today)).toEqual([])
})

const explained = { advisory: 'GHSA-aaaa-bbbb-cccc', package: 'left-pad', reason: 'x'.repeat(30), until: '2026-03-10' }

test('an explanation lasts until its day, and must be complete', () => {
  expect(expired([explained], '2026-03-10')).toEqual([])
  expect(expired([explained], '2026-03-11')).toEqual([explained])
  expect(() => readExplanations(JSON.stringify([{ ...explained, until: undefined }]))).toThrow()
  expect(() => readExplanations(JSON.stringify([{ ...explained, reason: 'fine' }]))).toThrow()
})

test('a finding of npm audit needs its own explanation', () => {
  const via = {
    url: 'https://github.com/advisories/GHSA-aaaa-bbbb-cccc',
    name: 'left-pad',
    severity: 'high',
    title: 'Bad',
  }
  const other = { ...via, url: 'https://github.com/advisories/GHSA-dddd-eeee-ffff' }
  const findings = parseAudit(
    JSON.stringify({ vulnerabilities: { 'left-pad': { via: [via, other] }, user: { via: ['left-pad', via] } } }),
  )
  expect(findings).toHaveLength(2)
  expect(unexplained(findings ?? [], [explained])).toMatchObject([{ advisory: 'GHSA-dddd-eeee-ffff' }])
  expect(parseAudit('{"message":"405 Method Not Allowed","error":{}}')).toBeUndefined()
})

/** Has the form of the lock file's package, for each platform with a Node. */
const platformsOfNode = ['linux-arm64', 'linux-x64', 'win-x64']

test('the Node of every platform is in the bill of materials, with its checksum', () => {
  const [program, ...npm] = npmCommand()
  const { scripts } = z
    .object({ scripts: z.object({ sbom: z.string() }) })
    .parse(JSON.parse(readFileSync('package.json', 'utf8')))
  const { stdout, stderr } = spawnSync(program, [...npm, ...scripts.sbom.split(' ').slice(1)], {
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  })
  expect(stderr).toBe('')
  const component = z.object({ name: z.string(), hashes: z.array(z.object({ alg: z.string() })).default([]) })
  const { components } = z.object({ components: z.array(component) }).parse(JSON.parse(stdout))
  const ofNode = components.filter(({ name }) => /^node-(linux|win|darwin)/.test(name))
  const expected = platformsOfNode.map((platform) => ({ name: `node-${platform}`, hashes: [{ alg: 'SHA-512' }] }))
  expect(ofNode.toSorted((one, other) => (one.name < other.name ? -1 : 1))).toEqual(expected)
})

test('an audit that could not ask the registry says so and does not pass', () => {
  const env = { ...process.env, npm_config_registry: 'http://127.0.0.1:9', npm_config_fetch_retries: '0' }
  const { status, stdout, stderr } = spawnSync(process.execPath, ['scripts/supply-chain/audit.ts'], {
    encoding: 'utf8',
    env,
  })
  expect({ status, stdout }).toEqual({ status: 2, stdout: '' })
  expect(stderr).toMatch(/^NOT CHECKED: /m)
})
