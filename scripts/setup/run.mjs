import { spawn } from 'node:child_process'
import { holdFor } from './lock.mjs'
import { root } from './places.mjs'
import { SetupError } from './say.mjs'

/**
 * Runs `program` quietly; its output is shown only when it fails.
 * @param {string} purpose what failed, for people: 'installing the packages'
 * @param {{ cwd?: string, env?: NodeJS.ProcessEnv, hint?: string }} [options]
 */
export async function run(purpose, program, args, { cwd = root, env = process.env, hint = '' } = {}) {
  const child = spawn(program, args, { cwd, env: { ...env, NO_COLOR: '1' }, stdio: ['ignore', 'pipe', 'pipe'] })
  if (child.pid) holdFor(child.pid)
  const endIt = () => child.kill()
  process.once('exit', endIt)
  const output = []
  child.stdout.on('data', (chunk) => output.push(chunk))
  child.stderr.on('data', (chunk) => output.push(chunk))
  const ended = await new Promise((resolve) => {
    child.once('error', (error) => resolve(error.message))
    child.once('close', (code, signal) => resolve(code === 0 ? undefined : `exit ${code ?? signal}`))
  })
  process.off('exit', endIt)
  if (ended === undefined) return
  const text = Buffer.concat(output).toString().trimEnd()
  throw new SetupError([`${purpose} failed (${ended})`, text, hint].filter(Boolean).join('\n'))
}

/** Installs Debian packages without questions. */
export async function aptInstall(...packages) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  await run('apt-get update', 'apt-get', ['update', '-qq'], { env })
  await run(
    `installing ${packages.join(', ')}`,
    'apt-get',
    ['install', '-y', '-qq', '--no-install-recommends', ...packages],
    { env },
  )
}
