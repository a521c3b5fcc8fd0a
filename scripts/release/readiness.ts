/** What a release is made of. */
export type Checkout = {
  version: string
  lockedVersion: string
  /** Text of CHANGELOG.md. */
  changelog: string
  /** Output of `git status --porcelain`. */
  status: string
  tags: readonly string[]
  /** The versions in server/database/releases.ts. */
  recorded: readonly string[]
}

/** Returns why a checkout can't be tagged as a release, one line each; empty if it can. */
export function reasonsAgainst({ version, lockedVersion, changelog, status, tags, recorded }: Checkout): string[] {
  const reasons: string[] = []
  if (!/^\d+\.\d+\.\d+$/.test(version)) reasons.push(`package.json has the version ${version}: use three numbers`)
  if (version !== lockedVersion) reasons.push(`package-lock.json has ${lockedVersion}, not ${version}: run npm install`)
  if (!recorded.includes(version)) reasons.push(`server/database/releases.ts has no row for ${version}: add it`)
  if (!changesOf(version, changelog)) reasons.push(`CHANGELOG.md has nothing under "## ${version} (year-month-day)"`)
  if (changesOf('Unreleased', changelog)) reasons.push('CHANGELOG.md has changes under "## Unreleased": move them')
  if (status.trim() !== '') reasons.push('the working tree has changes: commit or discard them')
  if (tags.includes(`v${version}`)) reasons.push(`the tag v${version} exists: raise the version`)
  return reasons
}

/** Returns the text of a section of the changelog; undefined without one or if it is empty. */
export function changesOf(section: string, changelog: string): string | undefined {
  const heading = section === 'Unreleased' ? '## Unreleased' : `## ${section} (`
  const found = changelog.split(/^(?=## )/m).find((part) => part.startsWith(heading))
  if (!found || (section !== 'Unreleased' && !/^## \S+ \(\d{4}-\d\d-\d\d\)\n/.test(found))) return undefined
  return found.slice(found.indexOf('\n')).trim() || undefined
}
