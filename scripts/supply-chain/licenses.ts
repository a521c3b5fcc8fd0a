// Writes docs/supply-chain/licenses.md. Exits with code 1 if a production dependency has a license that is not allowed.
import { writeFileSync } from 'node:fs'
import { type LockedPackage, lockedPackages } from './lock-file.ts'

/** The list that `npm run licenses` writes. */
export const licensesFile = 'docs/supply-chain/licenses.md'

/** Licenses that this project may use, and what they ask for. */
export const allowed: Record<string, string> = {
  '0BSD': 'nothing',
  'Apache-2.0': 'the license text and notices',
  'BSD-3-Clause': 'the license text',
  'BlueOak-1.0.0': 'the license text',
  'CC0-1.0': 'nothing',
  ISC: 'the license text',
  'LGPL-3.0-or-later': 'that the library can be replaced: libvips, a shared library that sharp loads',
  MIT: 'the license text',
  'MIT-0': 'nothing',
  'MPL-2.0': 'the source of changed files; we change none',
  'OFL-1.1': 'the license text; the font is not sold by itself',
  'Python-2.0': 'the license text, and a summary of changes; we make none',
  Unlicense: 'nothing',
  Zlib: 'that a changed source says so; we change none',
}

/** Tells whether an SPDX expression permits the use: one side of an OR, or all sides of an AND. */
export function isAllowed(expression: string): boolean {
  const [, inner] = /^\(([^()]*)\)$/.exec(expression) ?? [undefined, expression]
  if (/[()]/.test(inner)) return false
  return inner.split(' OR ').some((side) => side.split(' AND ').every((license) => license in allowed))
}

/** Returns the production dependencies whose license is not allowed. */
export function refusedLicenses(packages: readonly LockedPackage[]): string[] {
  return packages
    .filter(({ isDev, license }) => !isDev && !isAllowed(license))
    .map(({ name, version, license }) => `${name} ${version}: ${license}`)
}

/** Returns the text of the list. */
export function licensesPage(packages: readonly LockedPackage[]): string {
  const production = packages.filter(({ isDev }) => !isDev)
  const byLicense = Object.groupBy(production, ({ license }) => license)
  const sections = Object.entries(byLicense)
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([license, group = []]) => `## ${license}\n\n${linesOf(group)}`)
  const intro = [
    'Production dependencies of package-lock.json, by license, with those for other platforms. `npm run licenses`',
    'writes this file. `scripts/supply-chain/licenses.ts` has the licenses that are allowed, and a test compares.',
  ].join('\n')
  return `# Licenses\n\n${intro}\n\n${sections.join('\n\n')}\n`
}

function linesOf(group: readonly LockedPackage[]) {
  const lines = group.map(({ name, version }) => `- ${name} ${version}`)
  return [...new Set(lines)].sort().join('\n')
}

if (import.meta.main) {
  const packages = lockedPackages()
  writeFileSync(licensesFile, licensesPage(packages))
  const refused = refusedLicenses(packages)
  for (const line of refused) console.error(`not allowed: ${line}`)
  process.exitCode = refused.length > 0 ? 1 : 0
}
