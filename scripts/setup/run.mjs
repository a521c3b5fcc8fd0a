import { spawn } from 'node:child_process'
import { extendLock } from './lock.mjs'
import { fullDisk, SetupError } from './log.mjs'
import { root } from './paths.mjs'

/**
 * Runs `program` and discards its output unless it fails.
 * @param {string} purpose what the program does, for the error message: 'installing the packages'
 * @param {{ cwd?: string, env?: NodeJS.ProcessEnv, hint?: string }} [options] `hint` ends the error message
 * @throws {SetupError} with the program's output if it cannot be started or exits with another code than 0
 */
export async function run(purpose, program, args, { cwd = root, env = process.env, hint = '' } = {}) {
  const child = spawn(program, args, { cwd, env: { ...env, NO_COLOR: '1' }, stdio: ['ignore', 'pipe', 'pipe'] })
  if (child.pid) extendLock(child.pid)
  const killChild = () => child.kill()
  process.once('exit', killChild)
  const output = []
  child.stdout.on('data', (chunk) => output.push(chunk))
  child.stderr.on('data', (chunk) => output.push(chunk))
  const failure = await new Promise((resolve) => {
    child.once('error', (error) => resolve(error.message))
    child.once('close', (code, signal) => resolve(code === 0 ? undefined : `exit ${code ?? signal}`))
  })
  process.off('exit', killChild)
  if (failure === undefined) return
  const text = Buffer.concat(output).toString().trimEnd()
  if (/ENOSPC|no space left on device/i.test(text)) throw new SetupError(fullDisk)
  throw new SetupError([`${purpose} failed (${failure})`, text, hint].filter(Boolean).join('\n'))
}

/** Installs Debian packages without prompts. */
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
