import { spawnSync } from 'node:child_process'
import { expect, it } from 'vitest'

// Resolves every import of the server in both ways, in a process of its own.
const program = `
  import { registerHooks } from 'node:module'
  import { resolveNeighbours } from '#server/start/resolve-neighbours.ts'
  const resolve = resolveNeighbours()
  const counts = { short: 0, different: [] }
  registerHooks({
    resolve(specifier, context, next) {
      const nodes = next(specifier, context)
      const ours = resolve(specifier, context, () => nodes)
      if (ours.shortCircuit) counts.short += 1
      if (ours.url !== nodes.url || ours.format !== nodes.format) counts.different.push([specifier, context.parentURL, nodes.format])
      return nodes
    },
  })
  await import('#server/app.ts')
  process.on('exit', () => console.log(JSON.stringify(counts)))
  process.exit()`

it('resolves the server’s imports as Node does, most of those of libraries without their package.json', () => {
  const args = ['--disable-warning=ExperimentalWarning', '--input-type=module', '--eval', program]
  const { stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8', env: { PATH: process.env.PATH } })
  expect(stderr).toBe('')
  const { short, different } = JSON.parse(stdout)
  expect(different).toEqual([])
  expect(short).toBeGreaterThan(1_000)
})
