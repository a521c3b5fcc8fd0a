import { setTimeout as sleep } from 'node:timers/promises'

const everyMs = 100
const hangMs = 30_000

/** Requests /healthz and /readyz of a server again and again until `stop`. */
export function watchHealth(url: string) {
  const alive: { status: number; ms: number }[] = []
  const ready: { status: number; ms: number }[] = []
  let isOver = false
  const watch = async (path: string, samples: typeof alive) => {
    while (!isOver) {
      const sentAt = performance.now()
      const answer = await fetch(url + path, { signal: AbortSignal.timeout(hangMs) }).catch(() => undefined)
      samples.push({ status: answer?.status ?? 0, ms: performance.now() - sentAt })
      await answer?.text()
      await sleep(everyMs)
    }
  }
  const watching = [watch('/healthz', alive), watch('/readyz', ready)]
  return {
    alive,
    ready,
    stop: async () => {
      isOver = true
      await Promise.all(watching)
    },
  }
}
