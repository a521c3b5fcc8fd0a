import { randomBytes, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { chmodSync, lstatSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { createConnection, createServer, type Server, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { z } from 'zod'
import { StartError } from '#server/config/start-error.ts'

// The limit is 107 bytes on Linux and 103 on macOS.
const maxPath = 103
const socketName = 'backup.sock'
const errorStart = '{"error":'
const recorded = '{"recorded":true}\n'

// The first line that a process writes: it wants a backup, or it has the one that was read `at` a time as a complete
// file. On Windows other users can read a pipe, but not write this line.
const requestSchema = z.discriminatedUnion('do', [
  z.object({ do: z.literal('backup') }),
  z.object({ do: z.literal('record'), at: z.iso.datetime() }),
])
type Request = z.infer<typeof requestSchema>

/** What a server does for processes that can't open the database themselves. */
export type Offer = { backup: () => AsyncIterable<Buffer>; record: (at: string) => Promise<void> }

/** Offers backups to processes of the same user, on a socket in `dataDir`, while this process has the embedded database
 *  open. A connection gets what `backup` yields, one at a time, or a line that says what failed. Returns a function
 *  that ends the offer. */
export async function offerBackups(
  dataDir: string,
  { backup, record }: Offer,
): Promise<{ close: () => Promise<void> }> {
  const connections = new Set<Socket>()
  let isBusy = false
  const answer = async (socket: Socket) => {
    const request = await readRequest(socket)
    if (request.do === 'record') return confirm(record(request.at), socket)
    if (isBusy) return refuse(socket, 'Another backup is running: try again afterwards')
    isBusy = true
    const text = backup()[Symbol.asyncIterator]()
    try {
      await send(text, socket)
    } finally {
      await text.return?.()
      isBusy = false
    }
  }
  const server = createServer((socket) => {
    connections.add(socket)
    socket.on('error', () => {}).on('close', () => connections.delete(socket))
    answer(socket).catch(() => socket.destroy())
  })
  const remove = await listen(server, dataDir)
  return {
    close: async () => {
      for (const socket of connections) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
      await remove()
    },
  }
}

/** Yields a backup from the server that has the embedded database in `dataDir` open. Returns undefined if none offers
 *  it.
 *  @throws StartError while it is read, if the server can't make it */
export function requestBackup(dataDir: string): Promise<AsyncIterable<Buffer> | undefined> {
  return request(dataDir, { do: 'backup' })
}

/** Records in the embedded database that a server has open in `dataDir` that the backup of `at` is complete.
 *  @throws StartError if the server can't */
export async function requestRecord(dataDir: string, at: string): Promise<void> {
  const answer = await request(dataDir, { do: 'record', at })
  if (!answer) throw new StartError('The server was stopped')
  let text = ''
  for await (const chunk of answer) {
    text += chunk
    // A server of an earlier release sends a backup.
    if (text.length > recorded.length) break
  }
  if (text !== recorded) throw new StartError('The server did not confirm it')
}

async function request(dataDir: string, what: Request): Promise<AsyncIterable<Buffer> | undefined> {
  const socket = createConnection(findAddress(join(dataDir, socketName)))
  const isOpen = await new Promise<boolean>((resolve) => {
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false))
  })
  if (!isOpen) return undefined
  socket.write(`${JSON.stringify(what)}\n`)
  return received(socket)
}

async function readRequest(socket: Socket): Promise<Request> {
  const [line] = await once(socket, 'data')
  return requestSchema.parse(JSON.parse(String(line)))
}

async function confirm(work: Promise<void>, socket: Socket) {
  try {
    await work
    socket.end(recorded)
  } catch (error) {
    refuse(socket, reasonFor(error))
  }
}

async function* received(socket: Socket): AsyncGenerator<Buffer> {
  let isFirst = true
  for await (const chunk of socket) {
    if (isFirst && chunk.toString('utf8', 0, errorStart.length) === errorStart) throw failureIn(chunk)
    isFirst = false
    yield chunk
  }
}

function failureIn(line: Buffer) {
  const { error } = JSON.parse(line.toString('utf8'))
  return new StartError(String(error))
}

// An error before the first chunk becomes a line. After it, the other side notices that the end is missing.
async function send(text: AsyncIterator<Buffer>, socket: Socket) {
  let first: IteratorResult<Buffer>
  try {
    first = await text.next()
  } catch (error) {
    return refuse(socket, reasonFor(error))
  }
  async function* chunks() {
    for (let next = first; !next.done; next = await text.next()) yield next.value
  }
  await pipeline(chunks, socket)
}

function reasonFor(error: unknown) {
  return error instanceof StartError ? error.message : 'The server could not use its database'
}

function refuse(socket: Socket, error: string) {
  socket.end(`${JSON.stringify({ error })}\n`)
}

/** Returns where to listen: in `dataDir`, or elsewhere if that path is too long for a socket. Windows has named pipes
 *  in one place for all users, which the first to use a name owns: nobody can guess this one. `folder` is to be made
 *  for it, and removed afterwards. */
export function chooseAddress(dataDir: string, platform: NodeJS.Platform): { address: string; folder?: string } {
  if (platform === 'win32') return { address: `\\\\.\\pipe\\clinic-${randomUUID()}` }
  const path = join(dataDir, socketName)
  if (Buffer.byteLength(path) <= maxPath) return { address: path }
  const folder = join(tmpdir(), `clinic-${randomBytes(6).toString('hex')}`)
  return { address: join(folder, socketName), folder }
}

// A file has the address of a socket that is elsewhere.
function findAddress(path: string) {
  const isFile = lstatSync(path, { throwIfNoEntry: false })?.isFile()
  return (isFile && readFileSync(path, 'utf8')) || path
}

/** Listens for processes that know `dataDir`. Returns a function that removes all files of it. */
async function listen(server: Server, dataDir: string): Promise<() => Promise<void>> {
  const path = join(dataDir, socketName)
  // Left over by a process that was killed: only one has the folder open.
  rmSync(path, { force: true })
  const { address, folder } = chooseAddress(dataDir, process.platform)
  if (folder) mkdirSync(folder, { mode: 0o700 })
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(address, resolve))
  if (process.platform !== 'win32') chmodSync(address, 0o600)
  if (address !== path) writeFileSync(path, address, { mode: 0o600 })
  return async () => {
    await rm(path, { force: true })
    if (folder) await rm(folder, { recursive: true, force: true })
  }
}
