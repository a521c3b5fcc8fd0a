import { setTimeout as sleep } from 'node:timers/promises'
import type { Cluster } from '#testbed/cluster/cluster.ts'
import type { Node } from '#testbed/cluster/nodes.ts'

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
const newLeaderTimeoutMs = 60_000
const pollMs = 100

/** The faults, in the order in which they happen. */
export const faults: readonly Fault[] = [
  {
    ...bounds,
    name: 'primary-postgres',
    title: 'The primary’s PostgreSQL is killed',
    run: async (cluster) => (await leaderOf(cluster)).killPostgres(),
  },
  {
    ...bounds,
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
    ...bounds,
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
    ...bounds,
    name: 'primary-frozen',
    title: 'The primary’s machine freezes for 35 s and wakes up',
    run: async (cluster) => {
      const node = await leaderOf(cluster)
      await node.freeze()
      await sleep(35_000)
      node.thaw()
    },
  },
  {
    ...bounds,
    name: 'standby',
    title: 'The synchronous standby is lost for 20 s',
    run: async (cluster) => {
      const node = await standbyOf(cluster)
      await node.kill()
      await sleep(20_000)
      node.start()
    },
  },
  {
    ...bounds,
    name: 'standby-frozen',
    title: 'The synchronous standby freezes for 20 s',
    run: async (cluster) => {
      const node = await standbyOf(cluster)
      await node.freeze()
      await sleep(20_000)
      node.thaw()
    },
  },
  {
    ...bounds,
    name: 'etcd',
    title: 'One member of etcd is lost for 15 s',
    run: async ({ etcd: [member] }) => {
      await member?.kill()
      await sleep(15_000)
      member?.start()
    },
  },
  {
    ...bounds,
    name: 'app',
    title: 'An app is killed with requests in progress',
    run: async ({ apps: [app] }) => {
      await app?.kill()
      await sleep(5_000)
      app?.start()
    },
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
    run: async ({ nodes }) => {
      await Promise.all(nodes.map((node) => node.kill()))
      await sleep(30_000)
      for (const node of nodes) node.start()
    },
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
  const deadline = performance.now() + newLeaderTimeoutMs
  while (performance.now() < deadline) {
    const name = (await leader().catch(() => undefined))?.name
    if (name && name !== former) return
    await sleep(pollMs)
  }
  throw new Error(`no node took over from ${former}`)
}
