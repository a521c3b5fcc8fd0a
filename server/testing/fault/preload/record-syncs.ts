import { copyFileSync, default as fs, mkdirSync, readdirSync, statSync } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { join } from 'node:path'

// Loaded into a server before anything else (node --import). Keeps, in SYNCED_DIR, each file of the embedded database
// as a power cut would leave it if nothing but synced writes had reached the disk. Files are named by inode, because
// the database renames them.

const folder = join(process.env.DATA_DIR ?? '', 'db')
const synced = process.env.SYNCED_DIR ?? ''
const { writeSync, fsync, fsyncSync, openSync, closeSync, readSync, fstatSync, existsSync } = fs
const unsynced = new Map<number, { position: number; length: number }[]>()

mkdirSync(synced, { recursive: true })
for (const name of existsSync(folder) ? readdirSync(folder, { recursive: true, encoding: 'utf8' }) : []) {
  const file = statSync(join(folder, name))
  if (file.isFile()) copyFileSync(join(folder, name), join(synced, String(file.ino)))
}

fs.writeSync = new Proxy(writeSync, {
  apply: (write, self, args: [number, NodeJS.ArrayBufferView, number, number, number | null]) => {
    const written = Reflect.apply(write, self, args) as number
    const [file, , , , position] = args
    if (typeof position === 'number') {
      const { ino } = fstatSync(file)
      unsynced.set(ino, [...(unsynced.get(ino) ?? []), { position, length: written }])
    }
    return written
  },
})

fs.fsyncSync = (file) => {
  const keep = take(file)
  fsyncSync(file)
  keep()
}

fs.fsync = ((file: number, done: (error: Error | null) => void) => {
  const keep = take(file)
  fsync(file, (error) => {
    if (!error) keep()
    done(error)
  })
}) as typeof fsync

type Taken = { position: number; bytes: Buffer; length: number }[]
/** What running syncs have taken, by inode, the oldest first. */
const running = new Map<number, Taken[]>()

/** Takes what was written to a file until now. Returns a function that keeps it as synced, after what older syncs have
 *  taken: it has reached the disk too, although they may not have ended. */
function take(file: number): () => void {
  const { ino } = fstatSync(file)
  const writes = unsynced.get(ino) ?? []
  unsynced.delete(ino)
  // The file may be open for writing only.
  const source = openSync(`/proc/self/fd/${file}`, 'r')
  const taken = writes.map(({ position, length }) => {
    const bytes = Buffer.alloc(length)
    return { position, bytes, length: readSync(source, bytes, 0, length, position) }
  })
  closeSync(source)
  running.set(ino, [...(running.get(ino) ?? []), taken])
  return () => {
    const all = running.get(ino) ?? []
    const own = all.indexOf(taken)
    running.set(ino, all.slice(own + 1))
    const kept = all.slice(0, own + 1).flat()
    if (kept.length === 0) return
    const path = join(synced, String(ino))
    const copy = openSync(path, existsSync(path) ? 'r+' : 'w')
    for (const { position, bytes, length } of kept) writeSync(copy, bytes, 0, length, position)
    closeSync(copy)
  }
}
syncBuiltinESMExports()
