import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const pretend = (version: string) =>
  `data:text/javascript,Object.defineProperty(process,'versions',{value:{...process.versions,node:'${version}'}})`

test.each(['18.20.8', '20.18.3'])('Node %s is refused in one line before anything else runs', (version) => {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ['--import', pretend(version), 'scripts/setup.mjs', 'start'],
    { encoding: 'utf8' },
  )
  expect({ status, stdout }).toEqual({ status: 1, stdout: '' })
  expect(stderr).toBe(`setup: this needs Node 20.19 or newer, and this is ${version}: install Node 24\n`)
})

test('npm scripts need no POSIX shell: no variables before a command, no exec, no substitution, no shims', () => {
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8'))
  const posix = Object.entries<string>(scripts).filter(([, command]) => !/^(node|biome|npm) [\w ./:=-]+$/.test(command))
  expect(posix).toEqual([])
})
