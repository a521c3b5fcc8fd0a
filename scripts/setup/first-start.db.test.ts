import { type ChildProcess, spawn } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { copyPreparedPglite } from '#server/testing/prepared/pglite.ts'
import { built } from '#testbed/built.ts'
import { freePort } from '#testbed/free-port.ts'
import { missingNode } from './paths.mjs'

const cleanUp: (() => unknown)[] = []
afterEach(async () => {
  for (const step of cleanUp.splice(0).reverse()) await step()
})

function newFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'clinic-first-'))
  cleanUp.push(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** Runs a script of a checkout, and collects its output. */
function run(script: string, args: string[], { cwd, env }: { cwd: string; env: Record<string, string> }) {
  const child: ChildProcess = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', script, ...args], {
    cwd,
    env: { PATH: process.env.PATH, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream?.setEncoding('utf8').on('data', (text) => (output += text))
  const closed = new Promise((resolve) => child.once('close', resolve))
  cleanUp.push(async () => {
    child.kill('SIGKILL')
    await closed
  })
  return { child, closed, output: () => output }
}

// Stands for npm: makes what the lock file wants once the file `go` is there, or fails as on a full disk.
const npm = `
  const { existsSync, mkdirSync, copyFileSync } = require('node:fs')
  if (existsSync('full')) { console.error('npm error code ENOSPC\\nnpm error nospc no space left on device, write\\nnpm error x'); process.exit(1) }
  const wait = setInterval(() => {
    if (!existsSync('go')) return
    clearInterval(wait)
    mkdirSync('node_modules')
    copyFileSync('package-lock.json', 'node_modules/.package-lock.json')
  }, 20)`

function newCheckout() {
  const folder = newFolder()
  for (const name of ['scripts/setup', 'scripts/setup.mjs', 'package.json', 'package-lock.json'])
    cpSync(name, join(folder, name), { recursive: true })
  writeFileSync(join(folder, 'npm.cjs'), npm)
  const env = { npm_execpath: join(folder, 'npm.cjs'), npm_node_execpath: process.execPath }
  return { folder, setUp: () => run('scripts/setup.mjs', ['check'], { cwd: folder, env }) }
}

it('says what it does when it begins, and how long it took at the end', async () => {
  const { folder, setUp } = newCheckout()
  const { output, closed } = setUp()
  await expect.poll(output).toBe('setup: installing the packages of package-lock.json, some 700 MB …\n')
  writeFileSync(join(folder, 'go'), '')
  expect(await closed).toBe(0)
  const [, line] = output().trim().split('\n')
  expect(line).toMatch(/^setup: installed the packages of package-lock\.json, first install \(\d+\.\d s\)$/)
})

it('says in one line that the disk is full', async () => {
  const { folder, setUp } = newCheckout()
  writeFileSync(join(folder, 'full'), '')
  const { output, closed } = setUp()
  expect(await closed).toBe(1)
  expect(output().trim().split('\n').at(-1)).toBe('setup: the disk is full: free about 1 GB and try again')
})

it.each([
  ['darwin', 'arm64', '22.20.0', 'macOS on arm64 needs Node 24.2 or newer, and this is 22.20.0: install Node 24, then'],
  ['win32', 'arm64', '24.1.0', 'Windows on arm64 needs Node 24.2 or newer, and this is 24.1.0: install Node 24, then'],
  ['darwin', 'x64', '24.2.0', undefined],
  ['win32', 'x64', '20.19.0', undefined],
  ['linux', 'arm64', '20.19.0', undefined],
])('%s on %s with Node %s is told before the installation what it lacks', (platform, arch, version, line) => {
  const told = missingNode(platform, arch, version)
  expect(told).toEqual(line && expect.stringContaining(line))
})

it('README says what the machines without a Node among the packages need', () => {
  expect(readFileSync('README.md', 'utf8').replaceAll('\n', ' ')).toContain(
    'macOS and Windows on ARM need Node 24.2 or newer',
  )
})

it('npm start ends with one plain line that has the address', async () => {
  await built()
  const dataDir = newFolder()
  await copyPreparedPglite(dataDir)
  const port = String(await freePort())
  const { child, output, closed } = run('scripts/start.mjs', [], {
    cwd: process.cwd(),
    env: { DATA_DIR: dataDir, PORT: port, DRAIN_SECONDS: '0' },
  })
  await expect
    .poll(() => output().trim().split('\n').at(-1), { timeout: 60_000 })
    .toBe(`The clinic is open at http://localhost:${port}`)
  child.kill('SIGTERM')
  expect(await closed).toBe(0)
})

it.each([
  ['', 'production'],
  ['development', 'development'],
])('npm start with NODE_ENV=%s gives libraries %s, and keeps demo mode', async (NODE_ENV, given) => {
  await built()
  const dataDir = newFolder()
  await copyPreparedPglite(dataDir)
  const port = String(await freePort())
  const atExit = `process.on('exit', () => console.log('libraries see ' + process.env.NODE_ENV))`
  const { child, output, closed } = run('scripts/start.mjs', [], {
    cwd: process.cwd(),
    env: {
      DATA_DIR: dataDir,
      PORT: port,
      NODE_ENV,
      NODE_OPTIONS: `--import=data:text/javascript,${encodeURI(atExit)}`,
    },
  })
  await expect.poll(output, { timeout: 60_000 }).toContain('The clinic is open at')
  const login = await fetch(`http://localhost:${port}/login`)
  expect(await login.text()).toContain('Use demo admin')
  child.kill('SIGTERM')
  expect(await closed).toBe(0)
  expect(output().trim().split('\n').at(-1)).toBe(`libraries see ${given}`)
})
