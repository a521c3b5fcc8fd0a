import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { Lab } from '../kit/lab.ts'
import type { Mix, MixResult } from './mix.ts'

/** Sends a mix of requests from a process of its own. */
export function runMixApart(lab: Lab, mix: Mix): Promise<MixResult> {
  const child = lab.killOnClose(
    fork(fileURLToPath(import.meta.resolve('./mix-process.ts')), { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] }),
  )
  return new Promise((resolve, reject) => {
    child.once('message', (result) => resolve(result as MixResult))
    child.once('exit', (code) => reject(new Error(`the load generator exited early with code ${code}`)))
    child.send(mix)
  })
}
