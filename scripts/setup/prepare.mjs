// Prepares a checkout for the npm script that is about to run: installs packages, builds pages, finds programs.
// Plain JavaScript without dependencies, because it runs before `npm install` and on whatever Node the machine has.

import { pagesStep, serverStep } from './built.mjs'
import { installStep } from './install.mjs'
import { withLock } from './lock.mjs'
import { formatSeconds, fullDisk, log, SetupError } from './log.mjs'
import { chromiumStep, testBrowserStep } from './machine/chromium.mjs'
import { lighthouseStep } from './machine/lighthouse.mjs'
import { postgresStep } from './machine/postgres.mjs'

const stepsByCommand = {
  start: [installStep, pagesStep, serverStep],
  dev: [installStep],
  check: [installStep],
  build: [installStep],
  // Tests that need the pages or the server ask for them: testbed/built.ts.
  test: [installStep, testBrowserStep, postgresStep],
  fuzz: [installStep, serverStep, postgresStep],
  built: [installStep, pagesStep, serverStep],
  bench: [installStep, pagesStep, serverStep, chromiumStep, postgresStep, lighthouseStep],
}

const command = process.argv[2] ?? 'start'
try {
  await prepare(command)
} catch (error) {
  log(toMessage(error), console.error)
  process.exitCode = 1
}

/** Runs the steps of `name` that are not done. Takes the lock only if there are any, so that a prepared checkout may be
 *  read-only. */
async function prepare(name) {
  const steps = stepsByCommand[name]
  if (!steps) throw new SetupError(`unknown command '${name}': use ${Object.keys(stepsByCommand).join(', ')}`)
  if (steps.every((step) => step.isDone())) return
  await withLock(async () => {
    for (const step of steps) {
      // Another process may have done it while this one waited for the lock.
      if (step.isDone()) continue
      log(`${step.begins} …`)
      const startedAt = performance.now()
      const outcome = await step.run()
      log(`${outcome} (${formatSeconds(startedAt)})`)
    }
  })
}

function toMessage(error) {
  if (error instanceof SetupError) return error.message
  if (['EACCES', 'EPERM', 'EROFS'].includes(error?.code))
    return `cannot write ${error.path}: make the folder writable (${error.code})`
  if (error?.code === 'ENOSPC') return fullDisk
  return error?.stack ?? String(error)
}
