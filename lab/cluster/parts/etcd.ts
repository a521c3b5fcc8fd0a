import { unprivilegedUser } from '#testbed/unprivileged-user.ts'
import { openPart, type Part } from './part.ts'
import { privateFolder, type State } from './state.ts'

/** A member of etcd. */
export type EtcdMember = Part & {
  url: string
  /** Whether it answers and knows a leader. */
  isHealthy: () => Promise<boolean>
}

/** Returns the three members of etcd, which hold the key of PostgreSQL's leader. */
export function openEtcd(state: State): EtcdMember[] {
  return state.ports.etcd.map((_, index) => openMember(state, index))
}

function openMember(state: State, index: number): EtcdMember {
  const { etcd: members } = state.ports
  const name = nameOf(index)
  const at = (port: number | undefined) => `http://127.0.0.1:${port}`
  const part = openPart(state, name, () => {
    const folder = privateFolder(state, name)
    const options = {
      name,
      'data-dir': `${folder}/data`,
      'listen-client-urls': at(members[index]?.client),
      'advertise-client-urls': at(members[index]?.client),
      'listen-peer-urls': at(members[index]?.peer),
      'initial-advertise-peer-urls': at(members[index]?.peer),
      'initial-cluster': members.map(({ peer }, each) => `${nameOf(each)}=${at(peer)}`).join(','),
      'initial-cluster-token': state.folder,
      'initial-cluster-state': 'new',
    }
    const args = Object.entries(options).map(([option, value]) => `--${option}=${value}`)
    return { command: [state.programs.etcd, ...args], cwd: folder, user: unprivilegedUser() }
  })
  const url = at(members[index]?.client)
  return {
    ...part,
    url,
    isHealthy: async () => (await fetch(`${url}/health`, { signal: AbortSignal.timeout(2_000) })).ok,
  }
}

const nameOf = (index: number) => `etcd-${index + 1}`
