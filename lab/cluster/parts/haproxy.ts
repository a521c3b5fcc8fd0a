import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { openPart, type Part } from './part.ts'
import { adminSocketOf, haproxyEnv, haproxyFile, haproxyMachines } from './recipes.ts'
import type { Machine, State } from './state.ts'

/** Returns HAProxy of each machine that has one. It serves the site and leads to the primary. */
export function openHaproxies(state: State): Part[] {
  return haproxyMachines(state).map((machine, index) =>
    openPart(state, {
      name: index === 0 ? 'haproxy' : `haproxy-${index + 1}`,
      machine,
      prepare: () => ({
        command: [state.programs.haproxy, '-db', '-f', haproxyFile],
        env: haproxyEnv(state, machine),
        cwd: state.folder,
      }),
    }),
  )
}

/** Returns the names of the servers of a backend that HAProxy of a machine sends requests to. */
export async function serversUp(
  { folder }: Pick<State, 'folder'>,
  machine: Machine,
  backend: 'ready' | 'alive' | 'primary',
): Promise<string[]> {
  const socket = connect(adminSocketOf(folder, machine))
  socket.end('show stat\n')
  const rows = (await text(socket)).split('\n').map((line) => line.split(','))
  const column = (name: string) => rows[0]?.findIndex((title) => title.replace('# ', '') === name) ?? -1
  const [proxy, server, status] = [column('pxname'), column('svname'), column('status')]
  return rows
    .filter((row) => row[proxy] === backend && row[status]?.startsWith('UP') && row[server] !== 'BACKEND')
    .map((row) => row[server] ?? '')
}
