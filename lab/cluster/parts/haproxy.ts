import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { openPart, type Part } from './part.ts'
import { adminSocketOf, haproxyEnv, haproxyFile } from './recipes.ts'
import type { State } from './state.ts'

/** Returns HAProxy, which serves the site and leads to the primary. */
export function openHaproxy(state: State): Part {
  return openPart(state, 'haproxy', () => ({
    command: [state.programs.haproxy, '-db', '-f', haproxyFile],
    env: haproxyEnv(state),
    cwd: state.folder,
  }))
}

/** Returns the names of the servers of a backend that HAProxy sends requests to. */
export async function serversUp(
  { folder }: Pick<State, 'folder'>,
  backend: 'ready' | 'alive' | 'primary',
): Promise<string[]> {
  const socket = connect(adminSocketOf(folder))
  socket.end('show stat\n')
  const rows = (await text(socket)).split('\n').map((line) => line.split(','))
  const column = (name: string) => rows[0]?.findIndex((title) => title.replace('# ', '') === name) ?? -1
  const [proxy, server, status] = [column('pxname'), column('svname'), column('status')]
  return rows
    .filter((row) => row[proxy] === backend && row[status]?.startsWith('UP') && row[server] !== 'BACKEND')
    .map((row) => row[server] ?? '')
}
