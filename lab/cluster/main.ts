// npm run cluster: starts a cluster on this machine (docs/scaling.md). `usage` has the other commands.
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { describeCluster } from './describe.ts'
import { type Cluster, findCluster, openCluster } from './parts/cluster.ts'
import { ClusterError, findPrograms } from './parts/machine.ts'

const usage = `  npm run cluster                            starts the cluster
  npm run cluster -- --allow-patroni-3.0     starts it with a Patroni that can lose appointments
  npm run cluster -- status                  prints what runs where
  npm run cluster -- start NAME              starts a part that has ended, such as app-1 or node-2
  npm run cluster -- stop                    ends the cluster and deletes its files`

const folder = join(tmpdir(), `clinic-cluster-${process.getuid?.() ?? 0}`)
const interrupted = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => interrupted.abort(new ClusterError('The start was interrupted. Nothing is left of it.')))
}

try {
  await runCommand()
} catch (error) {
  const shown: unknown = interrupted.signal.aborted ? interrupted.signal.reason : error
  if (!(shown instanceof ClusterError)) throw shown
  console.error(shown.message)
  process.exitCode = 1
}

async function runCommand() {
  const { command, name, allowPatroni30 } = readArguments()
  if (command === undefined) return start(allowPatroni30)
  const cluster = findCluster(folder)
  if (!cluster) throw new ClusterError('No cluster runs.')
  if (command === 'status') return console.log(await describeCluster(cluster))
  if (command === 'start') return startPart(cluster, name)
  const starter = cluster.startedBy()
  if (starter) throw new ClusterError(`The cluster is still being started. To end that: kill ${starter}`)
  await cluster.close()
  console.log(`Ended. ${folder} is deleted.`)
}

async function start(allowPatroni30: boolean) {
  const earlier = findCluster(folder)
  if (earlier?.startedBy()) throw new ClusterError(`A cluster is being started by process ${earlier.startedBy()}.`)
  if (earlier?.isRunning()) {
    throw new ClusterError(
      `A cluster runs already at ${earlier.siteUrls.join(', ')} (${folder}). To end it: npm run cluster -- stop`,
    )
  }
  await earlier?.close()
  const { patroniVersion } = findPrograms(process.env, { allowPatroni30 })
  const database = `PostgreSQL with Patroni ${patroniVersion} on three nodes`
  console.log(`Starting etcd, ${database}, HAProxy and two instances of the server…`)
  const startedAt = performance.now()
  const cluster = await openCluster({ folder, allowPatroni30, signal: interrupted.signal })
  const seconds = ((performance.now() - startedAt) / 1_000).toFixed(0)
  console.log(`Ready after ${seconds} s.\n\n${await describeCluster(cluster)}`)
}

function startPart({ apps, nodes, etcd, haproxies }: Cluster, name: string | undefined) {
  const parts = [...apps, ...nodes, ...etcd, ...haproxies]
  const part = parts.find((each) => each.name === name)
  if (!part) throw new ClusterError(`There is no '${name ?? ''}': use ${parts.map((each) => each.name).join(', ')}.`)
  part.start()
  console.log(`${part.name} is starting. To see it: npm run cluster -- status`)
}

function readArguments() {
  try {
    const options = { 'allow-patroni-3.0': { type: 'boolean', default: false } } as const
    const { positionals, values } = parseArgs({ options, allowPositionals: true })
    const [command, name, ...more] = positionals
    const isKnown = command === undefined || ['status', 'start', 'stop'].includes(command)
    if (!isKnown || more.length > 0 || (name !== undefined && command !== 'start')) {
      throw new Error(`There is no command '${positionals.join(' ')}'.`)
    }
    return { command, name, allowPatroni30: values['allow-patroni-3.0'] }
  } catch (error) {
    throw new ClusterError(`${error instanceof Error ? error.message : error}\n${usage}`)
  }
}
