import { spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { freePort } from '#testbed/free-port.ts'
import { sampleClinic } from '#testbed/sample-clinic.ts'
import { readDeployFile } from '../files.ts'
import { buildImage } from './build.ts'
import { readDockerfile } from './dockerfile.ts'

// INSTALL=yes runs the long form, in which npm installs the packages of each stage.
const installs = process.env.INSTALL === 'yes'
const timeout = installs ? 900_000 : 300_000

const dockerfile = readDockerfile(readDeployFile('docker/Dockerfile'))
const folder = mkdtempSync(join(tmpdir(), 'clinic-image-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

// Hard links, as `cp` of Linux makes them.
describe.runIf(process.platform === 'linux')('the image', () => {
  let app = ''
  let env: Record<string, string> = {}
  beforeAll(async () => {
    const image = buildImage(dockerfile, { folder, installs })
    app = join(image.root, image.workdir)
    const port = String(await freePort())
    env = {
      ...{ PATH: process.env.PATH ?? '', ...image.env, DATA_DIR: join(image.root, image.env.DATA_DIR ?? '') },
      ...{ ...sampleClinic, DATABASE: 'embedded', SANDBOX: 'stripe,google', DRAIN_SECONDS: '0' },
      ...{ PORT: port, HOST: '127.0.0.1', PUBLIC_URL: `http://localhost:${port}` },
      AUTH_SECRET: 'Zm9yIHRlc3RzIG9ubHksIG5vdCBhIHNlY3JldA',
    }
  }, timeout)

  const node = (args: string[]) => spawnSync(process.execPath, args, { cwd: app, env, encoding: 'utf8' })

  it('serves its pages, passes its health check and stops', { timeout }, async () => {
    const [program, ...args] = dockerfile.cmd
    expect(program).toBe('node')
    const server = spawn(process.execPath, args, { cwd: app, env, stdio: ['ignore', 'pipe', 'pipe'] })
    let log = ''
    for (const stream of [server.stdout, server.stderr]) stream.setEncoding('utf8').on('data', (text) => (log += text))
    const closed = new Promise((done) => server.once('close', done))
    const [, ...check] = dockerfile.healthcheck
    await expect.poll(() => (server.exitCode ?? node(check).status) === 0 || log, { timeout: 90_000 }).toBe(true)

    const page = await fetch(`${env.PUBLIC_URL}/login`)
    expect(page.status).toBe(200)
    const files = [...(await page.text()).matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map(([, path]) => path)
    expect(files.length).toBeGreaterThan(1)
    const statuses = await Promise.all(files.map(async (path) => (await fetch(`${env.PUBLIC_URL}${path}`)).status))
    expect(new Set(statuses)).toEqual(new Set([200]))

    expect(node(['server/app/preflight/preflight.ts']).stdout).toMatch(/^ok +disk: DATA_DIR can be written/m)
    const backup = join(env.DATA_DIR ?? '', 'test.backup')
    expect(node(['server/app/backup/backup.ts', backup])).toMatchObject({ status: 0 })
    expect(existsSync(backup)).toBe(true)

    server.kill('SIGTERM')
    expect(await closed).toBe(0)
  })

  it('has every command that the documents run in a container', () => {
    const texts = ['docs/deploying.md', 'docs/operating.md', 'docs/scaling.md'].map((file) =>
      readFileSync(file, 'utf8'),
    )
    const commands = [...texts.join('').matchAll(/\bnode (server\/[\w/-]+\.\w+)/g)].map(([, file = '']) => file)
    expect(commands.length).toBeGreaterThan(3)
    expect(commands.filter((file) => !existsSync(join(app, file)))).toEqual([])
  })

  it('has no tests, no development packages and no second Node', () => {
    const absent = [
      'server/testing',
      'server/backup/testing',
      'server/main.engine.test.ts',
      'node_modules/typescript',
      'node_modules/knip',
      'node_modules/.bin/node',
      'scripts',
    ]
    expect(absent.filter((path) => existsSync(join(app, path)))).toEqual([])
  })
})
