import { mkdirSync, readdirSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { afterEach, describe, expect, inject, it } from 'vitest'
import { contentsOf } from '#server/backup/testing/contents.ts'
import { openPgliteSessions } from '#server/database/engine/pglite.ts'
import { sessionsAt } from '#server/database/session/postgres-session.ts'
import { mountSmallDisk } from '#server/testing/fault/small-disk.ts'
import { runServer, type Server, startServer } from '#server/testing/server-process.ts'
import { freePort } from '#testbed/free-port.ts'

const engine = inject('engine')
const cleanUp: (() => unknown)[] = []
afterEach(async () => {
  for (const step of cleanUp.splice(0).reverse()) await step()
})

async function takenPort() {
  const holder = createServer()
  const port = await freePort()
  await new Promise<void>((resolve) => holder.listen(port, '127.0.0.1', resolve))
  cleanUp.push(() => holder.close())
  return String(port)
}

/** Returns the rows of a stopped server. */
async function rowsOf({ databaseUrl, dataDir }: Server) {
  if (databaseUrl) return contentsOf(sessionsAt(databaseUrl))
  const { withSession, close } = await openPgliteSessions(dataDir)
  return contentsOf(withSession).finally(close)
}

describe('a start that fails changes no data', () => {
  it('because a port is in use: the admins of a demo that ends stay what they are', async () => {
    const databaseServer = engine.kind === 'postgres' ? engine.url : undefined
    const server = await startServer({ databaseServer, env: { DEMO: 'on' } })
    cleanUp.push(server.stop)
    await server.kill('SIGTERM')
    const before = await rowsOf(server)
    const place = { DATA_DIR: server.dataDir, DATABASE_URL: server.databaseUrl ?? '', DEMO: 'off' }

    const taken = await takenPort()
    expect(await runServer({ ...place, PORT: taken })).toEqual({
      code: 1,
      log: `Port ${taken} on 127.0.0.1 is in use: stop what uses it, or choose another PORT\n`,
    })
    const metrics = { PORT: String(await freePort()), METRICS_PORT: taken }
    expect(await runServer({ ...place, ...metrics })).toEqual({
      code: 1,
      log: `Port ${taken} on 127.0.0.1 is in use: stop what uses it, or choose another METRICS_PORT\n`,
    })
    const same = { PORT: metrics.PORT, METRICS_PORT: metrics.PORT }
    expect((await runServer({ ...place, ...same })).log).toMatch(/is in use: .* choose another METRICS_PORT\n$/)
    expect(await rowsOf(server)).toEqual(before)
  })
})

// On PostgreSQL the data is on another disk.
describe.runIf(engine.kind === 'pglite')('a first start on a disk that is too small', () => {
  it.each([34, 64])('of %i MB says so in one line', async (megabytes) => {
    const disk = mountSmallDisk(megabytes)
    if (typeof disk === 'string') return
    cleanUp.push(disk.remove)
    const dataDir = join(disk.folder, 'data')
    mkdirSync(dataDir, { mode: 0o700 })
    const { code, log } = await runServer({ DATA_DIR: dataDir, PORT: String(await freePort()) })
    expect({ code, log }).toEqual({
      code: 1,
      log: expect.stringMatching(
        /^The disk of \S+ is nearly full: a new embedded database needs at least 96 MB of .*\n$/,
      ),
    })
  })
  it('that is full says so in one line, and leaves no empty secret', async () => {
    const disk = mountSmallDisk(34)
    if (typeof disk === 'string') return
    cleanUp.push(disk.remove)
    disk.fill()
    const { code, log } = await runServer({ DATA_DIR: disk.folder, PORT: String(await freePort()) })
    expect({ code, log }).toEqual({
      code: 1,
      log: expect.stringMatching(/^DATA_DIR "\S+" can't be written: ENOSPC.*\n$/),
    })
    expect(readdirSync(disk.folder)).toEqual(['ballast'])
  })
})
