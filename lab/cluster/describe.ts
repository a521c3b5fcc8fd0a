import type { Cluster } from './parts/cluster.ts'

/** Returns what people need to use, watch and break a cluster. It contains no secret. */
export async function describeCluster(cluster: Cluster): Promise<string> {
  const { siteUrls, folder, patroniVersion, patronictl, apps, nodes, etcd, haproxies } = cluster
  const members = await cluster.members().catch(() => [])
  const roles = new Map(members.map(({ name, role, state }) => [name, `${role}, ${state}`]))
  const rows = [
    ...apps.map((app) => [app.name, app.url, pidOf(app.pid())]),
    ...haproxies.map(({ name, pid }, at) => [name, siteUrls[at] ?? '', pidOf(pid())]),
    ...nodes.map((node) => [
      node.name,
      new URL(node.databaseUrl).host,
      `${pidOf(node.postgresPid())}; Patroni at ${node.patroni.url}, ${pidOf(node.patroni.pid())}; ${roles.get(node.name) ?? 'not a member'}`,
    ]),
    ...etcd.map((part) => [part.name, part.url, pidOf(part.pid())]),
  ]
  return [
    `The site: ${siteUrls.join(', ')}`,
    'Staff: admin@example.com with the password demo-admin. Patients sign up.',
    '',
    toColumns(rows),
    '',
    `Who leads (Patroni ${patroniVersion}): ${patronictl} list`,
    `Logs: ${folder}/log. Passwords and keys: ${folder}/state.json.`,
    'To start a part that you ended: npm run cluster -- start NAME. To end all: npm run cluster -- stop',
  ].join('\n')
}

const pidOf = (pid: number | undefined) => (pid === undefined ? 'down' : `pid ${pid}`)

function toColumns(rows: string[][]) {
  const widths = [0, 1].map((column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)))
  return rows.map((row) => `  ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ')}`).join('\n')
}
