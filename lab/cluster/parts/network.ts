import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import type { User } from '#testbed/unprivileged-user.ts'
import { findProgram } from './machine.ts'
import type { Machine } from './state.ts'

/** What of the traffic between a machine and the two others is dropped. Without `ports`, all of it. */
export type Cut = { direction: 'both' | 'in' | 'out'; ports?: readonly number[] }

/** Three machines, which are network namespaces with a bridge between them. This process reaches each, whatever is
 *  cut. */
export type Network = {
  machines: Machine[]
  /** Drops packets between a machine and the others, also those of connections that exist. */
  cut: (machine: Machine, cut: Cut) => void
  /** Ends all cuts. */
  heal: () => void
  /** Removes the machines. Their processes must have ended. */
  close: () => void
}

const count = 3
const subnet = '10.213.77'

/** Says what is missing for machines that are namespaces; undefined if nothing is. */
export function missingForNetwork(): string | undefined {
  const missing = [
    process.getuid?.() !== 0 && 'root',
    !findProgram('ip') && 'ip (apt-get install iproute2)',
    !findProgram('nft') && 'nft (apt-get install nftables)',
    !findProgram('setpriv') && 'setpriv (apt-get install util-linux)',
  ].filter((each) => typeof each === 'string')
  return missing.length > 0 ? `Cutting wires needs ${missing.join(', ')}.` : undefined
}

/** Makes the machines.
 *  @throws if the system refuses */
export function openNetwork(): Network {
  const id = randomBytes(3).toString('hex')
  const bridge = `clinic-${id}`
  const machines = Array.from({ length: count }, (_, index) => ({
    address: `${subnet}.${index + 1}`,
    namespace: `clinic-${id}-${index + 1}`,
  }))
  const wireOf = (index: number) => `wire-${id}-${index + 1}`
  const close = () => {
    // A namespace is removed later, and its wires with it: they would be in the way of the next ones.
    for (const index of machines.keys()) attempt(() => ip('link', 'del', wireOf(index)))
    for (const { namespace } of machines) attempt(() => ip('netns', 'del', namespace))
    attempt(() => ip('link', 'del', bridge))
  }
  try {
    ip('link', 'add', bridge, 'type', 'bridge')
    ip('address', 'add', `${subnet}.254/24`, 'dev', bridge)
    ip('link', 'set', bridge, 'up')
    for (const [index, { address, namespace }] of machines.entries()) {
      ip('netns', 'add', namespace)
      ip('link', 'add', wireOf(index), 'type', 'veth', 'peer', 'name', 'eth0', 'netns', namespace)
      ip('link', 'set', wireOf(index), 'master', bridge, 'up')
      ip('-n', namespace, 'address', 'add', `${address}/24`, 'dev', 'eth0')
      for (const device of ['eth0', 'lo']) ip('-n', namespace, 'link', 'set', device, 'up')
    }
  } catch (error) {
    close()
    throw error
  }
  return {
    machines,
    cut: (machine, cut) =>
      filter(
        machine,
        rulesOf(
          cut,
          machines.filter((each) => each !== machine),
        ),
      ),
    heal: () => {
      for (const machine of machines) filter(machine, '')
    },
    close,
  }
}

/** Returns how a command of a machine starts: in its namespace, as `user`. */
export function onMachine(
  { namespace }: Machine,
  command: readonly string[],
  user: User = {},
): { command: readonly string[]; user: User } {
  if (!namespace) return { command, user }
  const { uid, gid } = user
  const asUser = uid === undefined ? [] : ['setpriv', `--reuid=${uid}`, `--regid=${gid}`, '--clear-groups']
  return { command: ['ip', 'netns', 'exec', namespace, ...asUser, ...command], user: {} }
}

function rulesOf({ direction, ports }: Cut, others: readonly Machine[]) {
  const addresses = `{ ${others.map(({ address }) => address).join(', ')} }`
  // To a port of the other machine, and the answers from it; and the other way round.
  const of = ports ? ['dport', 'sport'].map((port) => `tcp ${port} { ${ports.join(', ')} }`) : ['']
  const chain = (hook: 'input' | 'output', address: string, isCut: boolean) => {
    const rules = isCut ? of.map((each) => `${address} ${addresses} ${each} drop`) : []
    return [`chain ${hook} {`, `type filter hook ${hook} priority 0;`, ...rules, '}'].join('\n')
  }
  const chains = [chain('input', 'ip saddr', direction !== 'out'), chain('output', 'ip daddr', direction !== 'in')]
  return ['table inet cut {', ...chains, '}'].join('\n')
}

function filter({ namespace = '' }: Machine, rules: string) {
  const input = `table inet cut {}\ndelete table inet cut\n${rules}\n`
  run(['ip', 'netns', 'exec', namespace, findProgram('nft') ?? 'nft', '-f', '-'], input)
}

const ip = (...args: string[]) => run(['ip', ...args])

function run([program = '', ...args]: readonly string[], input = '') {
  execFileSync(findProgram(program) ?? program, args, { input, stdio: ['pipe', 'ignore', 'pipe'] })
}

function attempt(act: () => void) {
  try {
    act()
  } catch {
    // It was not made.
  }
}
