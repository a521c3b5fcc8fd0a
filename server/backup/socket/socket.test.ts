import { existsSync, lstatSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createConnection } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { StartError } from '#server/config/start-error.ts'
import { chooseAddress, type Offer, offerBackups, requestBackup, requestRecord } from './socket.ts'

const isWindows = process.platform === 'win32'
let dataDir: string
const closers: (() => Promise<void>)[] = []
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'clinic-socket-'))
})
afterEach(async () => {
  for (const close of closers.splice(0)) await close()
  rmSync(dataDir, { recursive: true })
})

const noRecord = async () => {}

async function offer(backup: () => AsyncIterable<Buffer>, folder = dataDir, record: Offer['record'] = noRecord) {
  const { close } = await offerBackups(folder, { backup, record })
  closers.push(close)
  return close
}

async function receive(folder = dataDir): Promise<string> {
  const text = await requestBackup(folder)
  if (!text) return 'no offer'
  let received = ''
  for await (const chunk of text) received += chunk
  return received
}

async function* twoChunks() {
  yield Buffer.from('one ')
  yield Buffer.from('two')
}

it('passes a backup on, one connection after the other', async () => {
  const close = await offer(twoChunks)
  expect([await receive(), await receive()]).toEqual(['one two', 'one two'])
  if (!isWindows) expect(lstatSync(join(dataDir, 'backup.sock')).mode & 0o777).toBe(0o600)
  await close()
  expect(await receive()).toBe('no offer')
})

it('says so while another backup is running, and offers the next one afterwards', async () => {
  let finish = () => {}
  const held = new Promise<void>((resolve) => {
    finish = resolve
  })
  await offer(async function* () {
    yield Buffer.from('one ')
    await held
    yield Buffer.from('two')
  })
  const first = await requestBackup(dataDir)
  const chunks = first?.[Symbol.asyncIterator]()
  expect(String((await chunks?.next())?.value)).toBe('one ')
  await expect(receive()).rejects.toThrow(new StartError('Another backup is running: try again afterwards'))
  finish()
  expect(String((await chunks?.next())?.value)).toBe('two')
  expect((await chunks?.next())?.done).toBe(true)
  await expect.poll(() => receive().catch(() => 'busy')).toBe('one two')
})

it('passes on why a backup is impossible, and ends one that fails on the way', async () => {
  let yields = 0
  await offer(async function* () {
    if (yields > 0) yield Buffer.from('one ')
    throw new StartError('There is nothing to back up')
  })
  await expect(receive()).rejects.toThrow(new StartError('There is nothing to back up'))
  yields = 1
  expect(await receive()).toBe('one ')
})

it('records a complete backup, and passes on that it can’t', async () => {
  const recorded: string[] = []
  const close = await offer(twoChunks, dataDir, async (at) => {
    if (recorded.length > 0) throw new Error('no such table')
    recorded.push(at)
  })
  const at = '2026-03-10T14:00:00.000Z'
  await requestRecord(dataDir, at)
  expect(recorded).toEqual([at])
  await expect(requestRecord(dataDir, at)).rejects.toThrow(new StartError('The server could not use its database'))
  await close()
  await expect(requestRecord(dataDir, at)).rejects.toThrow(new StartError('The server was stopped'))
})

it.skipIf(isWindows)('gives nothing to a connection that asks for nothing it knows', async () => {
  const asked: string[] = []
  await offer(async function* () {
    asked.push('backup')
    yield Buffer.from('one')
  })
  const socket = createConnection(join(dataDir, 'backup.sock'))
  socket.write('{"do":"restore"}\n')
  const received: unknown[] = []
  await expect(
    (async () => {
      for await (const chunk of socket) received.push(chunk)
    })(),
  ).resolves.toBeUndefined()
  expect([received, asked]).toEqual([[], []])
})

it('replaces the socket of a server that was killed', async () => {
  writeFileSync(join(dataDir, 'backup.sock'), '')
  expect(await receive()).toBe('no offer')
  await offer(twoChunks)
  expect(await receive()).toBe('one two')
})

it.each<[NodeJS.Platform, number, boolean]>([
  ['linux', 91, true],
  ['linux', 92, false],
  ['darwin', 91, true],
  ['darwin', 92, false],
  ['win32', 10, false],
])('on %s, a folder with a path of %i bytes has the socket itself: %s', (platform, length, isInside) => {
  const dataDir = `/${'a'.repeat(length - 1)}`
  const { address } = chooseAddress(dataDir, platform)
  expect(address === join(dataDir, 'backup.sock')).toBe(isInside)
})

it('chooses a pipe with a name that nobody can guess on Windows', () => {
  const names = [1, 2].map(() => chooseAddress('C:\\clinic', 'win32').address)
  for (const name of names) expect(name).toMatch(/^\\\\\.\\pipe\\clinic-[0-9a-f-]{36}$/)
  expect(names[0]).not.toBe(names[1])
})

it('works in a folder whose name is too long for a socket', async () => {
  const long = join(dataDir, 'a'.repeat(120))
  mkdirSync(long)
  expect(await receive(long)).toBe('no offer')
  const close = await offer(twoChunks, long)
  expect(await receive(long)).toBe('one two')
  await close()
  expect(existsSync(join(long, 'backup.sock'))).toBe(false)
})
