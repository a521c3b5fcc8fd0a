// Runs in its own process, so that generating load does not block the process that measures. lab/load/load.ts sends the
// load.
import autocannon from 'autocannon'
import type { Load, LoadResult } from './load.ts'

process.once('message', async (load) => {
  process.send?.(await run(load as Load), () => process.disconnect())
})

async function run({ origin, connections, requests, ...length }: Load): Promise<LoadResult> {
  const statusCounts: Record<string, number> = {}
  const warmUntil = performance.now() + ('once' in length ? 0 : length.warmUp * 1000)
  let firstAt = 0
  let lastAt = 0
  const count = (status: number) => {
    lastAt = performance.now()
    if (lastAt < warmUntil) return
    if (firstAt === 0) firstAt = lastAt
    else statusCounts[status] = (statusCounts[status] ?? 0) + 1
  }
  let nextConnection = 0
  const { errors, timeouts } = await autocannon({
    url: origin,
    connections,
    sampleInt: 100,
    ...('once' in length ? { amount: requests.length } : { duration: length.warmUp + length.seconds }),
    setupClient: (client) => {
      const connection = nextConnection++
      client.setRequests(requests.filter((_request, index) => index % connections === connection))
      client.on('response', count)
    },
  })
  const total = Object.values(statusCounts).reduce((sum, some) => sum + some, 0)
  return { perSecond: (total * 1000) / (lastAt - firstAt), statusCounts, failures: errors + timeouts }
}
