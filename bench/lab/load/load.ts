import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { Lab } from '../lab.ts'

export type Request = { method: string; path: string; headers?: Record<string, string>; body?: string }

/** Requests dealt out among connections. Each connection walks through its own again and again for
 *  `seconds`, after a warm-up of which nothing is counted. */
export type Load = {
  origin: string
  connections: number
  requests: Request[]
  seconds: number
  warmUp: number
}

/** Answers by status, and requests that got none. */
export type LoadResult = { perSecond: number; answers: Record<string, number>; failures: number }

/** Puts `load` on a server and counts its answers.
 *  @throws when any of them has another status than `status`. */
export async function answersPerSecond(lab: Lab, status: number, load: Load): Promise<number> {
  const { perSecond, answers, failures } = await runLoad(lab, load)
  const [only, ...others] = Object.keys(answers)
  if (failures > 0 || others.length > 0 || only !== String(status)) {
    throw new Error(`wanted ${status} only, got ${JSON.stringify(answers)} and ${failures} failures`)
  }
  return perSecond
}

function runLoad(lab: Lab, load: Load): Promise<LoadResult> {
  const child = lab.own(
    fork(fileURLToPath(import.meta.resolve('./load-process.ts')), { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] }),
  )
  return new Promise((resolve, reject) => {
    child.once('message', (result) => resolve(result as LoadResult))
    child.once('exit', (code) => reject(new Error(`the load generator ended early (${code})`)))
    child.send(load)
  })
}
