import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { Lab } from '../kit/lab.ts'

export type Request = { method: string; path: string; headers?: Record<string, string>; body?: string }

/** HTTP load. The requests are divided among the connections; each connection repeats its share for `warmUp` +
 *  `seconds`. Responses during the warm-up are not counted. */
export type Load = {
  origin: string
  connections: number
  requests: Request[]
  seconds: number
  warmUp: number
}

/** Counted responses. `failures` are connection errors and timeouts. */
export type LoadResult = { perSecond: number; statusCounts: Record<string, number>; failures: number }

/** Applies `load` to a server and returns responses per second.
 *  @throws if a request fails or a response has a status other than `expectedStatus` */
export async function responsesPerSecond(lab: Lab, expectedStatus: number, load: Load): Promise<number> {
  const { perSecond, statusCounts, failures } = await runLoad(lab, load)
  const [status, ...otherStatuses] = Object.keys(statusCounts)
  if (failures > 0 || otherStatuses.length > 0 || status !== String(expectedStatus)) {
    throw new Error(`expected only ${expectedStatus}, got ${JSON.stringify(statusCounts)} and ${failures} failures`)
  }
  return perSecond
}

function runLoad(lab: Lab, load: Load): Promise<LoadResult> {
  const child = lab.killOnClose(
    fork(fileURLToPath(import.meta.resolve('./load-process.ts')), { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] }),
  )
  return new Promise((resolve, reject) => {
    child.once('message', (result) => resolve(result as LoadResult))
    child.once('exit', (code) => reject(new Error(`the load generator exited early with code ${code}`)))
    child.send(load)
  })
}
