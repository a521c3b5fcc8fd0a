// Makes a checkout ready for the command that is about to run. Plain JavaScript without dependencies,
// because it runs before anything is installed and on whatever Node the machine has.

import { installStep } from './setup/install.mjs'
import { withLock } from './setup/lock.mjs'
import { chromiumStep, testBrowserStep } from './setup/machine/chromium.mjs'
import { lighthouseStep } from './setup/machine/lighthouse.mjs'
import { postgresStep } from './setup/machine/postgres.mjs'
import { pagesStep } from './setup/pages.mjs'
import { SetupError, say, seconds } from './setup/say.mjs'

const stepsFor = {
  start: [installStep, pagesStep],
  dev: [installStep],
  check: [installStep],
  build: [installStep],
  // Tests that read the pages ask for them: testbed/built-pages.ts.
  test: [installStep, testBrowserStep, postgresStep],
  'build-pages': [installStep, pagesStep],
  bench: [installStep, pagesStep, chromiumStep, postgresStep, lighthouseStep],
}

const command = process.argv[2] ?? 'start'
try {
  await prepare(command)
} catch (error) {
  say(explain(error), console.error)
  process.exitCode = 1
}

/** Looks first and locks only if there is something to do, so that a ready checkout may be read-only. */
async function prepare(name) {
  const steps = stepsFor[name]
  if (!steps) throw new SetupError(`unknown command '${name}': ${Object.keys(stepsFor).join(', ')} are known`)
  if (steps.every((step) => step.isDone())) return
  await withLock(async () => {
    for (const step of steps) {
      if (step.isDone()) continue
      const began = performance.now()
      const outcome = await step.run()
      say(`${outcome} (${seconds(began)})`)
    }
  })
}

function explain(error) {
  if (error instanceof SetupError) return error.message
  if (['EACCES', 'EPERM', 'EROFS'].includes(error?.code))
    return `cannot write ${error.path}: make the folder writable (${error.code})`
  if (error?.code === 'ENOSPC') return 'the disk is full: free about 1 GB and try again'
  return error?.stack ?? String(error)
}
