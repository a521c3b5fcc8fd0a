// npm run cluster [-- stop] [-- --allow-patroni-3.0]: starts a cluster on this machine, or ends it (docs/scaling.md).
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { findCluster, openCluster } from '#testbed/cluster/cluster.ts'
import { ClusterError } from '#testbed/cluster/machine.ts'
import { describeCluster } from './describe.ts'

const folder = join(tmpdir(), `clinic-cluster-${process.getuid?.() ?? 0}`)
const usage =
  'npm run cluster starts the cluster, npm run cluster -- stop ends it, npm run cluster -- --allow-patroni-3.0 accepts Patroni 3.0'

const interrupted = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => interrupted.abort(new ClusterError('The start was interrupted. Nothing is left of it.')))
}

try {
  const { command, allowPatroni30 } = readArguments()
  if (command === 'stop') await stop()
  else await start(allowPatroni30)
} catch (error) {
  if (!(error instanceof ClusterError)) throw error
  console.error(error.message)
  process.exitCode = 1
}

async function start(allowPatroni30: boolean) {
  const earlier = findCluster(folder)
  if (earlier?.startedBy()) throw new ClusterError(`A cluster is being started by process ${earlier.startedBy()}.`)
  if (earlier?.isRunning()) {
    throw new ClusterError(
      `A cluster runs already at ${earlier.siteUrl} (${folder}). To end it: npm run cluster -- stop`,
    )
  }
  await earlier?.close()
  console.log('Starting etcd, PostgreSQL on three nodes, HAProxy and two instances of the server…')
  const startedAt = performance.now()
  const cluster = await openCluster({ folder, allowPatroni30, signal: interrupted.signal })
  const seconds = ((performance.now() - startedAt) / 1_000).toFixed(0)
  console.log(`Ready after ${seconds} s.\n\n${await describeCluster(cluster)}`)
}

async function stop() {
  const cluster = findCluster(folder)
  if (!cluster) throw new ClusterError('No cluster runs.')
  const starter = cluster.startedBy()
  if (starter) throw new ClusterError(`The cluster is still being started. To end that: kill ${starter}`)
  await cluster.close()
  console.log(`Ended. ${folder} is deleted.`)
}

function readArguments() {
  try {
    const { positionals, values } = parseArgs({
      options: { 'allow-patroni-3.0': { type: 'boolean', default: false } },
      allowPositionals: true,
    })
    const [command = 'start', ...more] = positionals
    if (more.length > 0 || !['start', 'stop'].includes(command))
      throw new Error(`'${positionals.join(' ')}' is no command`)
    return { command, allowPatroni30: values['allow-patroni-3.0'] }
  } catch (error) {
    throw new ClusterError(`${error instanceof Error ? error.message : error}\n${usage}`)
  }
}
