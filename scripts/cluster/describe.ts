import type { Cluster } from '#testbed/cluster/cluster.ts'

/** Returns what people need to use, watch and break a cluster. It contains no secret. */
export async function describeCluster(cluster: Cluster): Promise<string> {
  const { siteUrl, folder, patroniVersion, listCommand, apps, nodes, etcd, haproxy } = cluster
  const roles = new Map((await cluster.members()).map(({ name, role }) => [name, role]))
  const rows = [
    ...apps.map((app) => [app.name, app.url, `pid ${app.pid()}`]),
    [haproxy.name, siteUrl, `pid ${haproxy.pid()}`],
    ...nodes.map((node) => [
      node.name,
      `127.0.0.1:${node.postgresPort}`,
      `pid ${node.postgresPid()}, Patroni ${node.patroni.pid()} on port ${node.restPort}, ${roles.get(node.name)}`,
    ]),
    ...etcd.map((part) => [part.name, part.url, `pid ${part.pid()}`]),
  ]
  return [
    `The site: ${siteUrl}`,
    'Staff: admin@example.com with the password demo-admin. Patients sign up.',
    '',
    toColumns(rows),
    '',
    `Who leads (Patroni ${patroniVersion}): ${listCommand}`,
    `Logs: ${folder}/log. Passwords and keys: ${folder}/state.json.`,
    'To end it: npm run cluster -- stop',
  ].join('\n')
}

function toColumns(rows: string[][]) {
  const widths = [0, 1].map((column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)))
  return rows.map((row) => `  ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ')}`).join('\n')
}
