import { setTimeout as sleep } from 'node:timers/promises'
import type { Cut, Network } from '../parts/network.ts'
import type { Node } from '../parts/nodes.ts'
import type { Machine } from '../parts/state.ts'

type Wires = {
  network: Network
  node: Node
  /** The machine of the primary, and the two others. */
  primary: Machine
  others: readonly Machine[]
  ports: { postgres: number; rest: number; etcd: number; etcdPeer: number }
}

/** A cut between the machine of the primary and the others, or what is like one. */
export type WireFault = {
  name: string
  title: string
  /** How long it lasts, in seconds. */
  lasts: number
  /** Whether nobody can book on the other side until it ends. */
  isWaitedFor?: boolean
  begin: (wires: Wires) => Promise<void> | void
  /** Without it, the wires are healed. */
  end?: (wires: Wires) => void
}

/** Long enough for the primary to give its standbys up and to go on alone. */
const absenceMs = 15_000

const alone = (cut: (wires: Wires) => Cut) => (wires: Wires) => wires.network.cut(wires.primary, cut(wires))

/** The cuts, in the order in which they are made. */
export const wireFaults: readonly WireFault[] = [
  {
    ...{ name: 'partition', title: 'The primary’s machine is cut off for 60 s', lasts: 60 },
    begin: alone(() => ({ direction: 'both' })),
  },
  {
    ...{ name: 'partition-out', title: 'What it sends is dropped for 60 s', lasts: 60 },
    begin: alone(() => ({ direction: 'out' })),
  },
  {
    ...{ name: 'partition-in', title: 'What it should receive is dropped for 60 s', lasts: 60 },
    begin: alone(() => ({ direction: 'in' })),
  },
  {
    ...{ name: 'etcd-split', title: 'Its etcd is cut off for 45 s', lasts: 45 },
    begin: alone(({ ports: { etcd, etcdPeer } }) => ({ direction: 'both', ports: [etcd, etcdPeer] })),
  },
  {
    ...{ name: 'postgres-cut', title: 'Its PostgreSQL is cut off for 45 s, its Patroni is not', lasts: 45 },
    isWaitedFor: true,
    begin: alone(({ ports: { postgres } }) => ({ direction: 'both', ports: [postgres] })),
  },
  {
    ...{
      name: 'two-in-a-row',
      title: 'Both standbys, not their etcd, are cut off for 15 s, then the primary’s machine for 45 s',
      lasts: 45,
    },
    isWaitedFor: true,
    begin: async ({ network, primary, others, ports: { postgres, rest } }) => {
      for (const machine of others) network.cut(machine, { direction: 'both', ports: [postgres, rest] })
      await sleep(absenceMs)
      network.heal()
      network.cut(primary, { direction: 'both' })
    },
  },
  {
    ...{ name: 'frozen', title: 'Its PostgreSQL and Patroni freeze for 45 s and wake up', lasts: 45 },
    begin: ({ node }) => node.freeze(),
    end: ({ node }) => node.thaw(),
  },
]
