import { setTimeout as sleep } from 'node:timers/promises'
import type { Cluster } from './parts/cluster.ts'
import type { Node } from './parts/nodes.ts'
import { holdsWithin } from './parts/processes.ts'

/** What happens to a cluster, and what may come of it. */
export type Fault = {
  name: string
  title: string
  /** The share of reads that may fail from its beginning until all is well. */
  failedReads: number
  /** The longest time in seconds without a booked appointment. */
  bookingGap: number
  /** Whether no call at all may fail. */
  isUnnoticed?: boolean
  /** Makes it happen and ends it. */
  run: (cluster: Cluster) => Promise<void>
}

// What is asked of the cluster for the loss of any one part.
const bounds = { failedReads: 0.01, bookingGap: 20 }
// Without a primary, lists of appointments are refused after 3 s.
const withoutPrimary = { ...bounds, failedReads: 0.2 }
// A primary that says nothing is replaced when its key expires: 20 s after the last time it was renewed, the least that
// Patroni takes.
const silentPrimary = { ...withoutPrimary, bookingGap: 25 }
const newLeaderTimeoutMs = 60_000

/** The faults, in the order in which they happen. */
export const faults: readonly Fault[] = [
  {
    ...withoutPrimary,
    name: 'primary-postgres',
    title: 'The primary’s PostgreSQL is killed',
    run: async (cluster) => (await leaderOf(cluster)).killPostgres(),
  },
  {
    ...silentPrimary,
    name: 'primary-patroni',
    title: 'The primary’s Patroni is killed',
    run: async (cluster) => {
      const { patroni, name } = await leaderOf(cluster)
      await patroni.kill()
      await untilAnotherLeads(cluster, name)
      patroni.start()
    },
  },
  {
    ...silentPrimary,
    name: 'primary-node',
    title: 'The primary’s machine is lost',
    run: async (cluster) => {
      const node = await leaderOf(cluster)
      await node.kill()
      await untilAnotherLeads(cluster, node.name)
      node.start()
    },
  },
  {
    ...silentPrimary,
    name: 'primary-frozen',
    title: 'The primary’s machine freezes for 35 s and wakes up',
    run: async (cluster) => freezeFor(35_000, await leaderOf(cluster)),
  },
  {
    ...bounds,
    name: 'standby',
    title: 'The synchronous standby is lost for 20 s',
    run: async (cluster) => loseFor(20_000, await standbyOf(cluster)),
  },
  {
    ...bounds,
    name: 'standby-frozen',
    title: 'The synchronous standby freezes for 20 s',
    run: async (cluster) => freezeFor(20_000, await standbyOf(cluster)),
  },
  {
    ...bounds,
    name: 'etcd',
    title: 'One member of etcd is lost for 15 s',
    run: ({ etcd }) => loseFor(15_000, ...etcd.slice(0, 1)),
  },
  {
    ...bounds,
    name: 'app',
    title: 'An app is killed with requests in progress',
    run: ({ apps }) => loseFor(5_000, ...apps.slice(0, 1)),
  },
  {
    ...bounds,
    name: 'update',
    title: 'Both apps are replaced, one after the other',
    bookingGap: 5,
    isUnnoticed: true,
    run: async (cluster) => {
      for (const app of cluster.apps) {
        await app.kill('SIGTERM')
        app.start()
        await cluster.untilHealthy(newLeaderTimeoutMs)
      }
    },
  },
  {
    name: 'database',
    title: 'The whole database is away for 30 s',
    // Lists of appointments are never outdated ones.
    failedReads: 0.2,
    bookingGap: 60,
    run: ({ nodes }) => loseFor(30_000, ...nodes),
  },
]

async function leaderOf({ leader }: Cluster): Promise<Node> {
  const node = await leader()
  if (!node) throw new Error('no node leads')
  return node
}

async function standbyOf({ members, nodes }: Cluster): Promise<Node> {
  const name = (await members()).find(({ role }) => role === 'sync_standby')?.name
  const node = nodes.find((one) => one.name === name)
  if (!node) throw new Error('no node is the synchronous standby')
  return node
}

async function untilAnotherLeads({ leader }: Cluster, former: string) {
  const hasNewLeader = await holdsWithin(newLeaderTimeoutMs, async () => {
    const name = (await leader().catch(() => undefined))?.name
    return name !== undefined && name !== former
  })
  if (!hasNewLeader) throw new Error(`no node took over from ${former}`)
}

type Losable = { kill: () => Promise<void>; start: () => void }

async function loseFor(ms: number, ...parts: Losable[]) {
  await Promise.all(parts.map((part) => part.kill()))
  await sleep(ms)
  for (const part of parts) part.start()
}

async function freezeFor(ms: number, node: Node) {
  await node.freeze()
  await sleep(ms)
  node.thaw()
}
