import { connect } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { root } from '#scripts/setup/paths.mjs'
import { openPart, type Part } from './part.ts'
import type { State } from './state.ts'

/** The file that HAProxy runs with, here as in production. */
export const haproxyFile: string = join(root, 'deploy/cluster/haproxy.cfg')

/** Returns HAProxy, which serves the site and leads to the primary. */
export function openHaproxy(state: State): Part {
  return openPart(state, 'haproxy', () => ({
    command: [state.programs.haproxy, '-db', '-f', haproxyFile],
    env: haproxyEnv(state),
    cwd: state.folder,
  }))
}

/** Returns the environment variables that `haproxyFile` needs. */
export function haproxyEnv({ folder, ports }: Pick<State, 'folder' | 'ports'>): Record<string, string> {
  const env: Record<string, string> = {
    SITE: `127.0.0.1:${ports.site}`,
    PRIMARY: `127.0.0.1:${ports.primary}`,
    STANDBY: `127.0.0.1:${ports.standby}`,
    ADMIN_SOCKET: socketOf(folder),
  }
  for (const [index, port] of ports.apps.entries()) env[`APP_${index + 1}`] = `127.0.0.1:${port}`
  for (const [index, { postgres, rest }] of ports.nodes.entries()) {
    env[`NODE_${index + 1}`] = `127.0.0.1:${postgres}`
    env[`REST_${index + 1}`] = String(rest)
  }
  return env
}

/** Returns the names of the servers of a backend that HAProxy sends requests to. */
export async function serversUp(
  { folder }: Pick<State, 'folder'>,
  backend: 'ready' | 'alive' | 'primary',
): Promise<string[]> {
  const socket = connect(socketOf(folder))
  socket.end('show stat\n')
  const rows = (await text(socket)).split('\n').map((line) => line.split(','))
  const column = (name: string) => rows[0]?.findIndex((title) => title.replace('# ', '') === name) ?? -1
  const [proxy, server, status] = [column('pxname'), column('svname'), column('status')]
  return rows
    .filter((row) => row[proxy] === backend && row[status]?.startsWith('UP') && row[server] !== 'BACKEND')
    .map((row) => row[server] ?? '')
}

const socketOf = (folder: string) => join(folder, 'haproxy.sock')
