// A process of its own, so that making the load takes nothing from what is measured. Told its job by bench/load.ts.
import autocannon from 'autocannon'
import type { Load, LoadResult } from './load.ts'

process.once('message', async (load) => {
  process.send?.(await run(load as Load), () => process.disconnect())
})

async function run({ origin, connections, requests, seconds, warmUp }: Load): Promise<LoadResult> {
  const answers: Record<string, number> = {}
  const warmUntil = performance.now() + warmUp * 1000
  let began = 0
  let last = 0
  const count = (status: number) => {
    last = performance.now()
    if (last < warmUntil) return
    if (began === 0) began = last
    else answers[status] = (answers[status] ?? 0) + 1
  }
  let next = 0
  const { errors, timeouts } = await autocannon({
    url: origin,
    connections,
    sampleInt: 100,
    duration: warmUp + seconds,
    setupClient: (client) => {
      const own = next++
      client.setRequests(requests.filter((_request, index) => index % connections === own))
      client.on('response', count)
    },
  })
  const total = Object.values(answers).reduce((sum, some) => sum + some, 0)
  return { perSecond: (total * 1000) / (last - began), answers, failures: errors + timeouts }
}
