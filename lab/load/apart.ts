import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { Lab } from '../kit/lab.ts'

/** Sends load from a process of its own, and returns what it reports. `script` is the URL of its file.
 *  @throws if the process ends without a report */
export function runApart<Result>(lab: Lab, script: string, load: object): Promise<Result> {
  const child = lab.killOnClose(fork(fileURLToPath(script), { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] }))
  return new Promise((resolve, reject) => {
    child.once('message', (result) => resolve(result as Result))
    child.once('exit', (code) => reject(new Error(`the load generator exited early with code ${code}`)))
    child.send(load)
  })
}
