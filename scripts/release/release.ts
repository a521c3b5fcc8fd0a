// Tags this commit as the release that package.json names, with its section of the changelog as the message. Pushes
// nothing.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { releases } from '#server/database/releases.ts'
import { changesOf, reasonsAgainst } from './readiness.ts'

const git = (...args: string[]) => execFileSync('git', args, { encoding: 'utf8' })
const manifest = z.object({ version: z.string() })
const readVersion = (file: string) => manifest.parse(JSON.parse(readFileSync(file, 'utf8'))).version

const version = readVersion('package.json')
const changelog = readFileSync('CHANGELOG.md', 'utf8')
const reasons = reasonsAgainst({
  version,
  lockedVersion: readVersion('package-lock.json'),
  changelog,
  status: git('status', '--porcelain'),
  tags: git('tag').split('\n'),
  recorded: releases.map((release) => release.version),
})
for (const reason of reasons) console.error(`not released: ${reason}`)
if (reasons.length > 0) process.exit(1)
// As it is: git would take lines that begin with # for comments.
git(
  'tag',
  '--annotate',
  `v${version}`,
  '--cleanup=verbatim',
  '--message',
  `${version}\n\n${changesOf(version, changelog)}`,
)
console.log(`Tagged v${version}. Publish it with: git push origin v${version}`)
