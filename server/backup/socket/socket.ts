import { once } from 'node:events'
import { chmodSync, lstatSync, mkdtempSync, readlinkSync, rmSync, symlinkSync } from 'node:fs'
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

// The first line that a process writes: it wants a backup, or it has the one that was read `at` a time as a complete file.
const requestSchema = z.discriminatedUnion('do', [
  z.object({ do: z.literal('backup') }),
  z.object({ do: z.literal('record'), at: z.iso.datetime() }),
])
type Request = z.infer<typeof requestSchema>

/** What a server does for processes that can't open the database themselves. */
export type Offer = { backup: () => AsyncIterable<Buffer>; record: (at: string) => Promise<void> }

/** Offers backups to processes of the same user, on a socket in `dataDir`, while this process has the embedded database open. A connection
 *  gets what `backup` yields, one at a time, or a line that says what failed. Returns a function that ends the offer. */
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
  const remove = await listen(server, join(dataDir, socketName))
  return {
    close: async () => {
      for (const socket of connections) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
      await remove()
    },
  }
}

/** Yields a backup from the server that has the embedded database in `dataDir` open. Returns undefined if none offers it.
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
  const path = join(dataDir, socketName)
  const target = lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() ? readlinkSync(path) : path
  const socket = createConnection(target)
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

/** Listens at `path`, or elsewhere with a link at `path` if that is too long for a socket. Returns a function that removes both. */
async function listen(server: Server, path: string): Promise<() => Promise<void>> {
  // Left over by a process that was killed: only one has the folder open.
  rmSync(path, { force: true })
  const isShort = Buffer.byteLength(path) <= maxPath
  const folder = isShort ? undefined : mkdtempSync(join(tmpdir(), 'clinic-'))
  const target = folder ? join(folder, socketName) : path
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(target, resolve))
  chmodSync(target, 0o600)
  if (folder) symlinkSync(target, path)
  return async () => {
    await rm(path, { force: true })
    if (folder) await rm(folder, { recursive: true, force: true })
  }
}
