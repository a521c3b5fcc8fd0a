import { chmodSync, lstatSync, mkdtempSync, readlinkSync, rmSync, symlinkSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { createConnection, createServer, type Server, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { StartError } from '#server/config/start-error.ts'

// The limit is 107 bytes on Linux and 103 on macOS.
const maxPath = 103
const socketName = 'backup.sock'
const errorStart = '{"error":'

/** Offers backups to processes of the same user, on a socket in `dataDir`, while this process has the embedded database open. Each connection
 *  gets what `backup` yields, one at a time, or a line that says what failed. Returns a function that ends the offer. */
export async function offerBackups(
  dataDir: string,
  backup: () => AsyncIterable<Buffer>,
): Promise<{ close: () => Promise<void> }> {
  const connections = new Set<Socket>()
  let isBusy = false
  const answer = async (socket: Socket) => {
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
export async function requestBackup(dataDir: string): Promise<AsyncIterable<Buffer> | undefined> {
  const path = join(dataDir, socketName)
  const target = lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() ? readlinkSync(path) : path
  const socket = createConnection(target)
  const isOpen = await new Promise<boolean>((resolve) => {
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false))
  })
  return isOpen ? received(socket) : undefined
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
    return refuse(socket, error instanceof StartError ? error.message : 'The server could not read its database')
  }
  async function* chunks() {
    for (let next = first; !next.done; next = await text.next()) yield next.value
  }
  await pipeline(chunks, socket)
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
