import { randomUUID } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { Decrypter } from 'age-encryption'
import fc from 'fast-check'
import { afterAll, expect, it } from 'vitest'
import { readBackupFile, writeBackupFile } from '../file.ts'
import type { Header, Table } from './format.ts'
import { readBackup } from './read.ts'
import type { Encryption } from './seal.ts'
import { writeBackup } from './write.ts'

const folder = mkdtempSync(join(tmpdir(), 'clinic-format-'))
afterAll(() => rmSync(folder, { recursive: true }))

const header: Header = {
  product: 'dental-clinic backup',
  format: 1,
  at: '2026-03-10T14:00:00.000Z',
  migrations: { public: '0020_sign_in_and_data' },
}
const table = (name: string): Table => ({ schema: 'public', table: name, columns: ['id'], sequences: { id: '3' } })
const tables = [table('empty'), table('chair'), table('user')]
const rows: Record<string, string> = { empty: '', chair: '1\n2\n', user: '\\\\.\n\\\\.\\n\nZoë\n' }
const key = 'a passphrase of a clinic'
const encryption: Encryption = { key, cost: 4 }

async function* blocksOf(text: string, size: number) {
  for (let at = 0; at < text.length; at += size) yield Buffer.from(text.slice(at, at + size))
}

const sample = (size = 1_000) => writeBackup(header, tables, ({ table }) => blocksOf(rows[table] ?? '', size))

const newFile = () => join(folder, `${randomUUID()}.backup`)

async function sampleFile(options?: Encryption) {
  const file = newFile()
  await writeBackupFile(file, sample(), options)
  return file
}

async function inOne(text: AsyncIterable<Buffer>) {
  const chunks: Buffer[] = []
  for await (const chunk of text) chunks.push(chunk)
  return Buffer.concat(chunks)
}

async function changed(file: string, change: (bytes: Buffer) => Buffer) {
  const other = newFile()
  writeFileSync(other, change(readFileSync(file)))
  return other
}

const flipped = (at: number, bit: number) => (bytes: Buffer) => {
  bytes[at] = (bytes[at] ?? 0) ^ (1 << bit)
  return bytes
}

it('writes format 1 as released: a change needs another number and a reader for both', async () => {
  const columns = '"columns":["id"],"sequences":{"id":"3"}}\n'
  expect((await inOne(sample())).toString()).toBe(
    '{"product":"dental-clinic backup","format":1,"at":"2026-03-10T14:00:00.000Z","migrations":{"public":"0020_sign_in_and_data"}}\n' +
      `{"schema":"public","table":"empty",${columns}\\.\n` +
      `{"schema":"public","table":"chair",${columns}1\n2\n\\.\n` +
      `{"schema":"public","table":"user",${columns}\\\\.\n\\\\.\\n\nZoë\n\\.\n` +
      '{"rows":{"public.empty":0,"public.chair":2,"public.user":3},' +
      '"sha256":"8d13c5646aededb17a4e8dbdef0d5cb5083c407f48eb53a012acd1736528877d"}\n',
  )
})

it('returns the rows of each table, however the text is divided', async () => {
  const text = await inOne(sample())
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 40 }), async (size) => {
      async function* divided() {
        for (let at = 0; at < text.length; at += size) yield text.subarray(at, at + size)
      }
      const read: Record<string, string> = {}
      const manifest = await readBackup(divided(), {
        rows: async ({ table }, blocks) => {
          read[table] = (await inOne(blocks)).toString()
        },
      })
      expect(read).toEqual(rows)
      expect(manifest.tables.map(({ rows }) => rows)).toEqual([0, 2, 3])
    }),
    { numRuns: 30 },
  )
})

it('compresses to gzip, and encrypts to what the tool age decrypts', async () => {
  const text = await inOne(sample())
  expect(gunzipSync(readFileSync(await sampleFile())).equals(text)).toBe(true)
  const decrypter = new Decrypter()
  decrypter.addPassphrase(key)
  const file = await sampleFile(encryption)
  expect(gunzipSync(await decrypter.decrypt(readFileSync(file))).equals(text)).toBe(true)
  expect((await readBackupFile(file, key)).tables).toHaveLength(3)
})

it.each([
  ['an encrypted file without a key', encryption, undefined, /is encrypted: set BACKUP_KEY/],
  ['an encrypted file with another key', encryption, `${key}!`, /can’t be decrypted: BACKUP_KEY is not/],
])('refuses %s', async (_, made, used, message) => {
  await expect(readBackupFile(await sampleFile(made), used)).rejects.toThrow(message)
})

it.each([
  ['an empty file', () => Buffer.alloc(0), 'is empty'],
  ['another file', () => Buffer.from('CREATE TABLE'), 'is not a backup of this product'],
  ['another compressed file', () => gzipSync('{"a": 1}\n'), 'is not a backup of this product'],
  ['a newer format', () => gzipSync(`${JSON.stringify({ ...header, format: 2 })}\n`), 'was made by a newer release'],
  ['a long line', () => gzipSync('x'.repeat(1_100_000)), 'is not a backup of this product'],
  ['other rows', (bytes: Buffer) => gzipSync(gunzipSync(bytes).toString().replace('Zoë', 'Zoe')), 'checksum'],
  ['a second end', (bytes: Buffer) => gzipSync(Buffer.concat([gunzipSync(bytes), Buffer.from('{}\n')])), 'follows'],
])('refuses %s', async (_, change, message) => {
  const file = await changed(await sampleFile(), change)
  await expect(readBackupFile(file, undefined)).rejects.toThrow(message)
  await expect(readBackupFile(file, undefined)).rejects.toThrow(file)
})

it.each([
  ['plain', undefined],
  ['encrypted', encryption],
])('refuses a %s file that ends anywhere earlier, or with any other byte', async (_, made) => {
  const file = await sampleFile(made)
  const { length } = readFileSync(file)
  const sound = await readBackupFile(file, made?.key)
  const damaged = async (change: (bytes: Buffer) => Buffer) => {
    const other = await changed(file, change)
    const refusal = await readBackupFile(other, made?.key).then(
      (manifest) => manifest,
      (error: Error) => error.message,
    )
    if (typeof refusal === 'string') expect(refusal.split('\n'), refusal).toHaveLength(1)
    return refusal
  }
  for (let at = 0; at < length; at += 7) {
    expect(await damaged((bytes) => bytes.subarray(0, at)), `cut at ${at}`).toEqual(expect.any(String))
  }
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 0, max: length - 1 }), fc.integer({ min: 0, max: 7 }), async (at, bit) => {
      const result = await damaged(flipped(at, bit))
      // Time and system in gzip's header say nothing about the contents.
      const says = !made && at > 3 && at < 10 ? [expect.any(String), sound] : [expect.any(String)]
      expect(says, `bit ${bit} of byte ${at}`).toContainEqual(result)
    }),
    { numRuns: 150 },
  )
})

it('reads no plain file with a key, because anyone can make one', async () => {
  const plain = await sampleFile()
  await expect(readBackupFile(plain, key)).rejects.toThrow(`${plain} is not encrypted with BACKUP_KEY`)
  expect((await readBackupFile(plain, undefined)).tables).toHaveLength(tables.length)
})

it('replaces no file, and leaves none behind after an error', async () => {
  const file = await sampleFile()
  await expect(writeBackupFile(file, sample(), undefined)).rejects.toThrow(`${file} exists`)
  const other = newFile()
  async function* failing() {
    yield Buffer.from('{')
    throw new Error('the database is gone')
  }
  await expect(writeBackupFile(other, failing(), undefined)).rejects.toThrow('the database is gone')
  await expect(writeBackupFile(other, failing(), encryption)).rejects.toThrow('the database is gone')
  await expect(writeBackupFile(other, blocksOf('{}\n', 9), undefined)).rejects.toThrow('is not a backup')
  await writeBackupFile(other, sample(), undefined)
})
