import { execFileSync } from 'node:child_process'
import { constants, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { asc, sql } from 'drizzle-orm'
import { pino } from 'pino'
import sharp from 'sharp'
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest'
import type { Db } from '#server/database/db.ts'
import { openDatabase } from '#server/database/open-database.ts'
import { maxPictureBytes, photo } from '#server/database/schema/doctor.ts'
import { openTestApp } from '#server/testing/app.ts'
import { freshDatabase, type TestDatabase } from '#server/testing/database.ts'
import { startServer } from '#server/testing/server-process.ts'

const picture = (side: number) =>
  sharp({ create: { width: side, height: side, channels: 3, background: { r: Math.random() * 255, g: 0, b: 0 } } })
    .webp({ lossless: true })
    .toBuffer()

/** Stores a photo in the folder, as earlier releases did. */
async function storeInFolder(db: Db, dataDir: string) {
  const id = crypto.randomUUID()
  const files = [join(dataDir, `photos/${id}.webp`), join(dataDir, `photos/${id}-small.webp`)] as const
  mkdirSync(join(dataDir, 'photos'), { recursive: true })
  writeFileSync(files[0], await picture(480))
  writeFileSync(files[1], await picture(96))
  await db.insert(photo).values({ id, url: `/image/${id}`, inFolder: true })
  return { id, files }
}
type Stored = Awaited<ReturnType<typeof storeInFolder>>

const rowsOf = (db: Db) => db.select().from(photo).orderBy(asc(photo.id))
const inFolder = async (db: Db) => (await rowsOf(db)).filter((row) => row.inFolder).map(({ id }) => id)
const byId = (a: { id: string }, b: { id: string }) => (a.id < b.id ? -1 : 1)
/** Returns the rows that the import must make of photos. */
const imported = (photos: Stored[]) =>
  photos
    .sort(byId)
    .map(({ id, files }) =>
      expect.objectContaining({ id, inFolder: false, large: readFileSync(files[0]), small: readFileSync(files[1]) }),
    )

describe('at start', () => {
  let database: TestDatabase
  let dataDir: string
  let lines: string[]
  beforeEach(async () => {
    database = await freshDatabase()
    dataDir = mkdtempSync(join(tmpdir(), 'clinic-photos-'))
    lines = []
  })
  afterEach(async () => {
    await database.close()
    rmSync(dataDir, { recursive: true })
  })
  const start = () =>
    openTestApp({
      database,
      env: { DATA_DIR: dataDir, LOG_LEVEL: 'warn' },
      logTo: { write: (line) => void lines.push(line) },
    })

  it('imports the photos of the folder once and keeps the files', async () => {
    const { db } = database
    const photos = [await storeInFolder(db, dataDir), await storeInFolder(db, dataDir)]
    await db.insert(photo).values({ id: crypto.randomUUID(), url: 'https://pictures.example/a.webp' })
    const before = readdirSync(join(dataDir, 'photos'))
    await (await start()).close()
    const rows = await rowsOf(db)
    expect(rows.filter(({ url }) => url.startsWith('/'))).toEqual(imported(photos))
    expect(readdirSync(join(dataDir, 'photos'))).toEqual(before)

    for (const { files } of photos) writeFileSync(files[0], 'something else')
    const server = await start()
    expect(await rowsOf(db)).toEqual(rows)
    const [first] = rows.filter(({ url }) => url.startsWith('/'))
    expect((await server.app.inject(`/image/${first?.id}`)).rawPayload).toEqual(first?.large)
    await server.close()
    expect(lines).toEqual([])
  })

  it('continues after unreadable files with one warning for all, and imports them once they are readable', async () => {
    const { db } = database
    const store = () => storeInFolder(db, dataDir)
    const photos = await Promise.all([store(), store(), store(), store(), store(), store()])
    const [missing, noSmall, folder, page, huge, good] = photos
    const contents = new Map(photos.flatMap(({ files }) => files).map((file) => [file, readFileSync(file)]))
    for (const file of missing.files) rmSync(file)
    rmSync(noSmall.files[1])
    rmSync(folder.files[0])
    mkdirSync(folder.files[0])
    writeFileSync(page.files[0], '<!doctype html><script>alert(1)</script>')
    writeFileSync(huge.files[0], Buffer.concat([readFileSync(huge.files[0]), Buffer.alloc(maxPictureBytes.large)]))
    const unreadable = [missing, noSmall, folder, page, huge].map(({ id }) => id).sort()

    const server = await start()
    expect(await inFolder(db)).toEqual(unreadable)
    expect(lines.map((line) => JSON.parse(line))).toEqual([
      expect.objectContaining({ photos: unreadable, msg: `some photos can’t be read in ${join(dataDir, 'photos')}` }),
    ])
    expect((await server.app.inject(`/image/${good.id}`)).statusCode).toBe(200)
    expect((await server.app.inject(`/image/${missing.id}`)).statusCode).toBe(404)
    await server.close()

    rmSync(folder.files[0], { recursive: true })
    for (const [file, bytes] of contents) writeFileSync(file, bytes)
    await (await start()).close()
    expect(lines).toHaveLength(1)
    expect(await rowsOf(db)).toEqual(imported(photos))
  })

  it('is safe on several instances at once', async () => {
    const { db } = database
    const photos = await Promise.all(Array.from({ length: 12 }, () => storeInFolder(db, dataDir)))
    const servers = await Promise.all([start(), start(), start()])
    for (const server of servers) await server.close()
    expect(await rowsOf(db)).toEqual(imported(photos))
    expect(lines).toEqual([])
  })

  it('deletes the row of an unused photo, imported or not', async () => {
    const { db } = database
    const { files } = await storeInFolder(db, dataDir)
    await db.update(photo).set({ due: sql`now()` })
    await (await start()).close()
    expect(await rowsOf(db)).toEqual([])
    expect(readFileSync(files[0]).length).toBeGreaterThan(0)
  })
})

describe('a process killed while it imports', () => {
  const engine = inject('engine')

  it('leaves the rest to the next start', async () => {
    const server = await startServer({ databaseServer: engine.kind === 'postgres' ? engine.url : undefined })
    try {
      await server.kill('SIGTERM')
      const { databaseUrl, dataDir } = server
      const database = await openDatabase({ databaseUrl, dataDir }, pino({ level: 'silent' }))
      const stored = await Promise.all(Array.from({ length: 6 }, () => storeInFolder(database.db, dataDir)))
      await database.close()
      const photos = stored.sort(byId).map(({ id, files }) => ({ id, files, large: readFileSync(files[0]) }))
      const blocked = photos[3]
      if (!blocked) throw new Error('There are too few photos')
      // Opening a pipe blocks the reader until a writer comes, so the import stops here.
      rmSync(blocked.files[0])
      execFileSync('mkfifo', [blocked.files[0]])

      const starting = server.restart().catch(() => 'killed')
      const writer = await whenRead(blocked.files[0])
      await server.kill('SIGKILL')
      await writer.close()
      expect(await starting).toBe('killed')

      // The killed process has imported the photos before it.
      for (const { files } of photos.slice(0, 3)) rmSync(files[0])
      rmSync(blocked.files[0])
      writeFileSync(blocked.files[0], blocked.large)
      await server.restart()
      expect(server.log()).not.toContain('can’t be read')
      for (const { id, large } of photos) {
        const shown = await fetch(`${server.url}/image/${id}`)
        expect(Buffer.from(await shown.arrayBuffer())).toEqual(large)
      }
    } finally {
      await server.stop()
    }
  })
})

/** Opens a pipe for writing as soon as a process reads it. */
async function whenRead(pipe: string): Promise<FileHandle> {
  let writer: FileHandle | undefined
  await expect
    .poll(
      async () => {
        writer = await open(pipe, constants.O_WRONLY | constants.O_NONBLOCK).catch(() => undefined)
        return writer !== undefined
      },
      { timeout: 90_000 },
    )
    .toBe(true)
  if (!writer) throw new Error('no process reads the pipe')
  return writer
}
