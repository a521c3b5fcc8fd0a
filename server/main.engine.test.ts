import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, inject, it } from 'vitest'
import { addDays, clinicToday, formatMediumDate } from '#contract/kit/time/clinic-date.ts'
import { type DatabaseProxy, openProxy } from '#server/testing/fault/proxy.ts'
import { copyPreparedPglite } from '#server/testing/prepared/pglite.ts'
import { createPostgres } from '#server/testing/prepared/postgres.ts'
import { runServer, type Server, startProcess, startServer } from '#server/testing/server-process.ts'
import { freePort } from '#testbed/free-port.ts'

const engine = inject('engine')
const databaseServer = engine.kind === 'postgres' ? engine.url : undefined
// Windows has neither modes of files nor SIGTERM.
const isWindows = process.platform === 'win32'
const running: Server[] = []
afterEach(async () => {
  await Promise.all(running.splice(0).map((server) => server.stop()))
})

async function start(options: Parameters<typeof startServer>[0] = {}) {
  const server = await startServer({ databaseServer, ...options })
  running.push(server)
  return server
}

describe('the server', () => {
  it.skipIf(isWindows)(
    'is alive and ready; after SIGTERM it serves for DRAIN_SECONDS, exits with code 0, and keeps accounts',
    async () => {
      const server = await start({ env: { DRAIN_SECONDS: '3' } })
      for (const path of ['/healthz', '/readyz']) {
        expect(await (await fetch(server.url + path)).json()).toMatchObject({ status: 'ok' })
      }
      const headers = { origin: server.url, 'content-type': 'application/json' }
      const body = JSON.stringify({ name: 'Ann', email: 'ann@example.org', password: 'secret1' })
      const send = (call: string) => fetch(`${server.url}/api/auth/${call}/email`, { method: 'POST', headers, body })
      expect((await send('sign-up')).status).toBe(200)
      const ended = server.kill('SIGTERM')
      await expect.poll(async () => (await fetch(`${server.url}/readyz`)).status).toBe(503)
      expect((await fetch(`${server.url}/healthz`)).status).toBe(200)
      expect((await fetch(`${server.url}/service`)).status).toBe(200)
      expect(await ended).toBe(0)
      await server.restart()
      expect((await send('sign-in')).status).toBe(200)
    },
  )

  it('names the version of package.json in its log, /healthz, the metrics and the API description', async () => {
    const port = await freePort()
    const { url, log } = await start({ env: { METRICS_PORT: String(port), LOG_LEVEL: 'info' } })
    const { version } = JSON.parse(readFileSync('package.json', 'utf8'))
    const answer = async (address: string) => (await fetch(address)).text()
    expect(JSON.parse(await answer(`${url}/healthz`))).toEqual({ status: 'ok', version })
    expect(await answer(`http://127.0.0.1:${port}/metrics`)).toContain(`\nclinic_build_info{version="${version}"} 1\n`)
    expect(JSON.parse(await answer(`${url}/openapi.json`)).info.version).toBe(version)
    await expect.poll(log).toContain(`"version":"${version}","msg":"release ${version} open at ${url}`)
  })
})

/** Starts a server that can't start. Returns its exit code and its output lines. */
async function failedStart(env: Record<string, string>) {
  const { code, log } = await runServer({ PORT: String(await freePort()), ...env })
  return { code, lines: log.trim().split('\n') }
}

if (engine.kind === 'pglite') {
  describe('a failed start exits with code 1 and prints one readable line', () => {
    it('about an invalid setting', async () => {
      expect(await failedStart({ PORT: 'abc' })).toEqual({
        code: 1,
        lines: ['PORT is "abc": it wants a port, 1 to 65535'],
      })
    })

    it('about a port that is in use', async () => {
      const holder = createServer()
      const port = await freePort()
      await new Promise<void>((resolve) => holder.listen(port, '127.0.0.1', resolve))
      const dataDir = mkdtempSync(join(tmpdir(), 'clinic-main-'))
      await copyPreparedPglite(dataDir)
      const { code, lines } = await failedStart({ PORT: String(port), DATA_DIR: dataDir })
      holder.close()
      rmSync(dataDir, { recursive: true })
      expect({ code, lines }).toEqual({
        code: 1,
        lines: [`Port ${port} on 127.0.0.1 is in use: stop what uses it, or choose another PORT`],
      })
    })

    it('about a folder that can’t be written', async () => {
      const folder = mkdtempSync(join(tmpdir(), 'clinic-main-'))
      const file = join(folder, 'file')
      writeFileSync(file, '')
      const { code, lines } = await failedStart({ DATA_DIR: join(file, 'data') })
      rmSync(folder, { recursive: true })
      expect(code).toBe(1)
      expect(lines).toEqual([expect.stringMatching(/^DATA_DIR ".*" can't be written: ENOTDIR/)])
    })

    it('about a database that can’t be reached, without its password', async () => {
      const port = await freePort()
      const { code, lines } = await failedStart({
        DATABASE_URL: `postgres://u:secret@127.0.0.1:${port}/clinic`,
        DATABASE_WAIT_SECONDS: '1',
      })
      expect(code).toBe(1)
      expect(lines).toEqual([
        expect.stringContaining('waiting up to 1 s for the database'),
        expect.stringMatching(`^The database at 127.0.0.1:${port}/clinic can't be used: .*ECONNREFUSED`),
      ])
    })

    it.skipIf(isWindows)('but one that waits for its database ends with code 0 on SIGTERM', async () => {
      const starting = startProcess({ DATABASE_URL: `postgres://u@127.0.0.1:${await freePort()}/clinic` })
      await expect.poll(starting.log, { timeout: 60_000 }).toContain('waiting up to 60 s')
      expect(await starting.kill('SIGTERM')).toBe(0)
    })

    it('about a data folder that another server uses, which keeps running', async () => {
      const server = await start()
      const { code, lines } = await failedStart({ DATA_DIR: server.dataDir })
      expect(code).toBe(1)
      expect(lines).toEqual([
        expect.stringMatching(/^The embedded database in .* is in use by another process \(\d+\)/),
      ])
      expect((await fetch(`${server.url}/service`)).status).toBe(200)
    })
  })

  it.skipIf(isWindows)('makes its files private, also in a folder that was open to others', async () => {
    const server = await start({ emptyFolder: true })
    const openToOthers = () =>
      ['.', ...readdirSync(server.dataDir, { recursive: true, encoding: 'utf8' })].filter(
        (name) => (statSync(join(server.dataDir, name)).mode & 0o077) !== 0,
      )
    expect(openToOthers()).toEqual([])
    await server.kill('SIGTERM')
    const left = readdirSync(server.dataDir)
    expect(left).toContain('auth-secret')
    for (const name of ['.', ...left]) chmodSync(join(server.dataDir, name), 0o755)
    await server.restart()
    expect(openToOthers()).toEqual([])
    expect(server.log()).toContain('was open to other users of this machine')
  })
} else {
  it('starts several instances at the same time on one empty database', async () => {
    const database = await createPostgres(engine.url)
    const env = { DATABASE_URL: database.url, DEMO: 'on' }
    const starts = await Promise.allSettled([1, 2, 3].map(() => start({ databaseServer: undefined, env })))
    const listed = await Promise.all(
      running.map(async ({ url }) => ((await (await fetch(`${url}/service`)).json()) as unknown[]).length),
    )
    await Promise.all(running.splice(0).map((server) => server.stop()))
    await database.drop()
    expect(starts.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'fulfilled'])
    expect(listed).toEqual([9, 9, 9])
  })

  it('waits for a database that is out of reach', async () => {
    let proxy: DatabaseProxy | undefined
    const server = await start({
      reachDatabase: async (url) => {
        proxy = await openProxy(url, { refused: 3 })
        return proxy.url
      },
    })
    expect((await fetch(`${server.url}/service`)).status).toBe(200)
    expect(server.log().match(/waiting up to 60 s for the database/g)).toHaveLength(1)
    await server.kill('SIGTERM')
    proxy?.close()
  })

  it('is not ready while its database does not respond, and ready again afterwards', async () => {
    const server = await start()
    expect((await fetch(`${server.url}/readyz`)).status).toBe(200)
    await server.database?.block()
    await expect.poll(async () => (await fetch(`${server.url}/readyz`)).status, { timeout: 15_000 }).toBe(503)
    // The rules are in memory, the bookings of this day are not.
    const day = formatMediumDate(addDays(clinicToday(new Date(), 'America/New_York'), 200))
    const refused = await fetch(`${server.url}/available?date=${encodeURIComponent(day)}`)
    expect(refused.status).toBe(503)
    expect(await refused.text()).not.toMatch(/select|postgres|password/i)
    await server.database?.unblock()
    await expect.poll(async () => (await fetch(`${server.url}/readyz`)).status, { timeout: 15_000 }).toBe(200)
  })
}
