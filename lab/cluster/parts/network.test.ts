import { spawnSync } from 'node:child_process'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Cut, missingForNetwork, type Network, onMachine, openNetwork } from './network.ts'
import type { Machine } from './state.ts'

describe.skipIf(process.platform !== 'linux' || missingForNetwork() !== undefined)('machines, on Linux as root', () => {
  let network: Network
  beforeAll(() => {
    network = openNetwork()
  })
  afterAll(() => network.close())

  /** Tells whether a packet reaches the other machine, which refuses it, and its answer comes back. */
  function reaches(from: Machine, { address }: Machine, port = 9): boolean {
    const { command } = onMachine(from, ['timeout', '1', 'bash', '-c', `echo > /dev/tcp/${address}/${port}`])
    const [program = '', ...args] = command
    return spawnSync(program, args, { encoding: 'utf8' }).stderr.includes('refused')
  }
  const first = () => network.machines[0] as Machine
  const second = () => network.machines[1] as Machine
  const third = () => network.machines[2] as Machine

  test.each<[string, Cut, { first: boolean; others: boolean }]>([
    ['nothing', { direction: 'both', ports: [10] }, { first: true, others: true }],
    ['all of a machine', { direction: 'both' }, { first: false, others: true }],
    ['what it sends', { direction: 'out' }, { first: false, others: true }],
    ['what it receives', { direction: 'in' }, { first: false, others: true }],
    ['one port of it', { direction: 'both', ports: [9] }, { first: false, others: true }],
  ])('a cut drops %s, until it is healed', (_what, cut, expected) => {
    network.cut(first(), cut)
    expect(reaches(first(), second())).toBe(expected.first)
    expect(reaches(second(), first())).toBe(expected.first)
    expect(reaches(second(), third())).toBe(expected.others)
    network.heal()
    expect(reaches(first(), second())).toBe(true)
  })
})

test('a command of a machine that is no namespace is what it was', () => {
  const user = { uid: 1, gid: 2 }
  expect(onMachine({ address: '127.0.0.1' }, ['etcd', '-v'], user)).toEqual({ command: ['etcd', '-v'], user })
})

test('a command of a namespace is started there as its user', () => {
  const { command, user } = onMachine({ address: '10.0.0.1', namespace: 'one' }, ['etcd'], { uid: 1, gid: 2 })
  expect(command.join(' ')).toBe('ip netns exec one setpriv --reuid=1 --regid=2 --clear-groups etcd')
  expect(user).toEqual({})
})
