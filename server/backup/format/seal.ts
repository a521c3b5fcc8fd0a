import { once } from 'node:events'
import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { pipeline, Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import { createGunzip, createGzip } from 'node:zlib'
import { Decrypter, Encrypter } from 'age-encryption'
import { UnreadableBackup } from './read.ts'

const ageStart = Buffer.from('age-encryption.org/')
const gzipStart = Buffer.from([0x1f, 0x8b])

/** How to encrypt: the passphrase, and the base-2 logarithm of scrypt's cost, which only tests lower. */
export type Encryption = { key: string; cost?: number }

/** Compresses a backup, and encrypts it in the format of the tool age if `encryption` is given. */
export async function sealed(
  text: AsyncIterable<Buffer>,
  encryption: Encryption | undefined,
): Promise<AsyncIterable<Uint8Array>> {
  const gzip = createGzip()
  // The iteration over `gzip` rejects with an error of `text`, too.
  pipeline(text, gzip, () => {})
  if (!encryption) return gzip
  const encrypter = new Encrypter()
  if (encryption.cost) encrypter.setScryptWorkFactor(encryption.cost)
  encrypter.setPassphrase(encryption.key)
  return (await encrypter.encrypt(toWeb(gzip))) as ReadableStream<Uint8Array>
}

/** Opens a file that `sealed` made. With a key, the file must be encrypted with it: anyone can make a plain one.
 *  @throws UnreadableBackup, also while its contents are read, if it is damaged or no backup, or `key` is missing or
 *  wrong */
export async function unsealed(file: string, key: string | undefined): Promise<AsyncIterable<Buffer>> {
  const start = await firstBytes(file)
  const isEncrypted = start.equals(ageStart)
  if (!isEncrypted && !start.subarray(0, gzipStart.length).equals(gzipStart)) {
    throw new UnreadableBackup(start.length === 0 ? 'is empty' : 'is not a backup of this product')
  }
  if (!isEncrypted && key) {
    throw new UnreadableBackup(
      'is not encrypted with BACKUP_KEY, so anyone can have made it: if you trust it, add --unencrypted',
    )
  }
  if (isEncrypted && !key) throw new UnreadableBackup('is encrypted: set BACKUP_KEY to the key it was made with')
  const bytes = createReadStream(file)
  await once(bytes, 'open')
  const compressed = key ? await decrypted(bytes, key) : bytes
  return decompressed(compressed)
}

async function decrypted(bytes: Readable, key: string): Promise<AsyncIterable<Uint8Array>> {
  const decrypter = new Decrypter()
  decrypter.addPassphrase(key)
  try {
    return (await decrypter.decrypt(toWeb(bytes))) as ReadableStream<Uint8Array>
  } catch {
    bytes.destroy()
    throw new UnreadableBackup('can’t be decrypted: BACKUP_KEY is not the key it was made with, or it is damaged')
  }
}

async function* decompressed(compressed: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  const gunzip = createGunzip()
  pipeline(Readable.from(compressed), gunzip, () => {})
  try {
    for await (const chunk of gunzip) yield chunk
  } catch (error) {
    throw new UnreadableBackup(`is damaged: ${error instanceof Error ? error.message : String(error)}`)
  }
}

// The types of Node and of the DOM describe the same class.
function toWeb(stream: Readable) {
  return Readable.toWeb(stream) as Parameters<Decrypter['decrypt']>[0] & ReadableStream<Uint8Array>
}

async function firstBytes(file: string): Promise<Buffer> {
  const handle = await open(file)
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(ageStart.length), 0, ageStart.length, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await handle.close()
  }
}
