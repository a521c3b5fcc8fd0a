import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

// The unit that a disk writes whole.
const sectorBytes = 4_096
// The unit of PostgreSQL's log. It is written and synced whole, so that a file which has one is not shorter.
const logPageBytes = 8_192

/** What a power cut does with the writes that were not synced: loses all, keeps any of them and leaves files too short,
 *  or keeps any. */
export const cuts = ['lose all', 'keep some and shorten', 'keep some'] as const

/** Copies the embedded database in `from` to `to` as a power cut leaves it. Stop the server first. `synced` is the
 *  folder of preload/record-syncs.ts. Names, lengths and deletions count as synced. */
export function copyAfterPowerCut(from: string, to: string, synced: string, cut: (typeof cuts)[number], seed: number) {
  for (const entry of ['.', ...readdirSync(from, { recursive: true, encoding: 'utf8' })]) {
    const source = join(from, entry)
    const stats = statSync(source)
    if (stats.isDirectory()) {
      mkdirSync(join(to, entry), { recursive: true })
      continue
    }
    const now = readFileSync(source)
    const file = join(synced, String(stats.ino))
    const before = Buffer.alloc(now.length)
    if (existsSync(file)) readFileSync(file).copy(before)
    let end = now.length
    for (let at = 0; at < now.length; at += sectorBytes) {
      const sector = now.subarray(at, at + sectorBytes)
      const old = before.subarray(at, at + sectorBytes)
      if (sector.equals(old)) continue
      if (cut !== 'lose all' && isKept(`${seed} ${entry} ${at}`)) sector.copy(old)
      else if (cut === 'keep some and shorten' && entry.startsWith('pg_wal')) {
        const page = at - (at % logPageBytes)
        const isSynced = before.subarray(page, page + logPageBytes).some((byte) => byte !== 0)
        end = Math.min(end, isSynced ? page + logPageBytes : page)
      }
    }
    writeFileSync(join(to, entry), before.subarray(0, end))
  }
}

// A coin that falls the same way each time.
function isKept(name: string) {
  return (createHash('sha256').update(name).digest()[0] ?? 0) < 128
}
