import fc from 'fast-check'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { runHistory, stepNames } from '#server/patient/testing/tie-model/history.ts'
import { openTieWorld, type World } from '#server/patient/testing/tie-model/world.ts'
import { openTestApp, type TestApp } from '#server/testing/app.ts'

// TIE_RUNS=200 runs the long form, PROPERTY_SEED=2 tries other histories.
const numRuns = Number(process.env.TIE_RUNS ?? (inject('engine').kind === 'postgres' ? 6 : 2))
const maxSteps = 45
const clock = { now: new Date('2026-03-10T14:00:00Z') }
let server: TestApp
let world: World

beforeAll(async () => {
  server = await openTestApp({ clock: () => clock.now })
  world = await openTieWorld(server, clock)
})
afterAll(() => server.close())

it('nobody reads about whom they don’t act for, in random histories of accounts and records', {
  timeout: numRuns * 30_000 + 60_000,
}, async () => {
  const seen = Object.fromEntries(stepNames.map((name) => [name, { tried: 0, changed: 0 }]))
  const chances = fc.record({ a: fc.nat(5_039), b: fc.nat(5_039), c: fc.nat(5_039), luck: fc.nat(99) })
  const step = fc.record({ name: fc.constantFrom(...stepNames), chances })
  const history = fc.noBias(fc.array(step, { minLength: 25, maxLength: maxSteps, size: 'max' }))
  await fc.assert(
    fc.asyncProperty(history, (steps) => runHistory(world, steps, seen)),
    { numRuns, endOnFailure: process.env.TIE_SHRINK === undefined },
  )
  if (process.env.TIE_RUNS) process.stdout.write(`${JSON.stringify(seen)}\n`)
  // Otherwise the histories would test refusals only.
  for (const [name, { changed }] of Object.entries(seen))
    expect(changed, `${name} of ${JSON.stringify(seen)}`).toBeGreaterThanOrEqual(Math.floor(numRuns / 8))
})
