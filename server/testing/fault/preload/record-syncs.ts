import { copyFileSync, default as fs, mkdirSync, readdirSync, statSync } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { join } from 'node:path'

// Loaded into a server before anything else (node --import). Keeps, in SYNCED_DIR, each file of the embedded database
// as a power cut would leave it if nothing but synced writes had reached the disk. Files are named by inode, because
// the database renames them.

const folder = join(process.env.DATA_DIR ?? '', 'db')
const synced = process.env.SYNCED_DIR ?? ''
const { writeSync, fsyncSync, openSync, closeSync, readSync, fstatSync, existsSync } = fs
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
  fsyncSync(file)
  const { ino } = fstatSync(file)
  const writes = unsynced.get(ino)
  if (!writes) return
  unsynced.delete(ino)
  const path = join(synced, String(ino))
  const copy = openSync(path, existsSync(path) ? 'r+' : 'w')
  for (const { position, length } of writes) {
    const bytes = Buffer.alloc(length)
    // The file may be open for writing only.
    const source = openSync(`/proc/self/fd/${file}`, 'r')
    writeSync(copy, bytes, 0, readSync(source, bytes, 0, length, position), position)
    closeSync(source)
  }
  closeSync(copy)
}
syncBuiltinESMExports()
