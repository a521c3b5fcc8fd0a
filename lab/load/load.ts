import type { Lab } from '../kit/lab.ts'
import { runApart } from './apart.ts'

export type Request = { method: string; path: string; headers?: Record<string, string>; body?: string }

/** HTTP load. The requests are divided among the connections; each connection repeats its share for `warmUp` +
 *  `seconds`, or sends it once. Responses during the warm-up are not counted. */
export type Load = {
  origin: string
  connections: number
  requests: Request[]
} & ({ seconds: number; warmUp: number } | { once: true })

/** Counted responses. `failures` are connection errors and timeouts. */
export type LoadResult = { perSecond: number; statusCounts: Record<string, number>; failures: number }

/** Applies `load` to a server and returns responses per second.
 *  @throws if a request fails or a response has a status other than `expectedStatus` */
export async function responsesPerSecond(lab: Lab, expectedStatus: number, load: Load): Promise<number> {
  const { perSecond, statusCounts, failures } = await runApart<LoadResult>(
    lab,
    import.meta.resolve('./load-process.ts'),
    load,
  )
  const [status, ...otherStatuses] = Object.keys(statusCounts)
  if (failures > 0 || otherStatuses.length > 0 || status !== String(expectedStatus)) {
    throw new Error(`expected only ${expectedStatus}, got ${JSON.stringify(statusCounts)} and ${failures} failures`)
  }
  return perSecond
}
