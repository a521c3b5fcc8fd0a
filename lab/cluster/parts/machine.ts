import { spawnSync } from 'node:child_process'
import { existsSync, realpathSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { findPostgresBin } from '#scripts/setup/machine/postgres.mjs'
import { findOnPath } from '#scripts/setup/paths.mjs'

/** Why a cluster can't be started, stopped or reached, in sentences for people. */
export class ClusterError extends Error {}

/** The programs that a cluster runs. */
export type Programs = {
  etcd: string
  haproxy: string
  /** Folder of PostgreSQL's programs. */
  postgresBin: string
  /** Commands: the program and its first arguments. */
  patroni: string[]
  patronictl: string[]
  patroniVersion: string
}

/** Where the programs are. A test replaces them. */
type Machine = {
  platform: string
  find: (program: string) => string | undefined
  postgresBin: () => string | undefined
  /** Runs a command and returns what it prints. */
  run: (command: readonly string[]) => string
}

const thisMachine: Machine = {
  platform: process.platform,
  find: findProgram,
  postgresBin: () => {
    const folder = findPostgresBin()
    // Only the folder that a link leads to has all programs that Patroni runs.
    return folder && dirname(realpathSync(join(folder, 'initdb')))
  },
  run: ([program = '', ...args]) => {
    const { stdout, stderr } = spawnSync(program, args, { encoding: 'utf8', timeout: 20_000 })
    return `${stdout}${stderr}`
  },
}

/** Returns the path of a program, also if it is in /usr/sbin, which Debian has on root's PATH only. Undefined if there
 *  is none. */
export function findProgram(name: string): string | undefined {
  return findOnPath(name) ?? [`/usr/sbin/${name}`].find((file) => existsSync(file))
}

/** Returns the programs of a cluster. PATRONI in `env` names another Patroni than the one on PATH: its command, or
 *  patroni.py of its source.
 *  @throws ClusterError if a program is missing, or Patroni loses appointments and `allowPatroni30` does not accept
 *  that */
export function findPrograms(
  env: { PATRONI?: string | undefined },
  { allowPatroni30 = false }: { allowPatroni30?: boolean } = {},
  machine: Machine = thisMachine,
): Programs {
  if (machine.platform !== 'linux')
    throw new ClusterError('The cluster needs Linux, whose /proc tells its processes apart.')
  const patroni = env.PATRONI || machine.find('patroni')
  const etcd = machine.find('etcd')
  const haproxy = machine.find('haproxy')
  const postgresBin = machine.postgresBin()
  if (!patroni || !etcd || !haproxy || !postgresBin) {
    throw new ClusterError(missing({ patroni, 'etcd-server': etcd, haproxy, postgresql: postgresBin }))
  }
  const command = toCommand(patroni)
  const output = machine.run([...command, '--version'])
  const version = /\bpatroni\S*\s+(\d+\.\d+[.\w]*)/.exec(output)?.[1]
  if (!version) throw new ClusterError(`${command.join(' ')} --version prints no version of Patroni:\n${output.trim()}`)
  refuseOldPatroni(version, patroni, allowPatroni30)
  const patronictl = toCommand(join(dirname(patroni), basename(patroni).replace('patroni', 'patronictl')))
  return { etcd, haproxy, postgresBin, patroni: command, patronictl, patroniVersion: version }
}

// The source's own first line names `python`, which Debian does not have; and only this Python has Debian's packages.
function toCommand(file: string) {
  return file.endsWith('.py') ? ['/usr/bin/python3', file] : [file]
}

function missing(packages: Record<string, string | undefined>) {
  const names = Object.keys(packages).filter((name) => !packages[name])
  return `The cluster needs programs that are not here. Install them: apt-get install --no-install-recommends ${names.join(' ')}`
}

function refuseOldPatroni(version: string, file: string, allowPatroni30: boolean) {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  if (major > 3 || (major === 3 && minor >= 1)) return
  const is30 = major === 3
  if (is30 && allowPatroni30) return
  const reason = is30
    ? `Patroni ${version} (${file}) can lose confirmed appointments: a primary that was frozen and wakes up takes the leader's key back unseen, and what the new primary confirmed is discarded. Patroni 3.1 fixed this.`
    : `Patroni ${version} (${file}) is too old.`
  const advice =
    'Install 3.1 or newer (Debian 13 has 4.0, apt.postgresql.org has it for other releases), or set PATRONI to patroni.py of the source from https://github.com/patroni/patroni/releases.'
  const flag = is30 ? ' To see the loss, start it with --allow-patroni-3.0.' : ''
  throw new ClusterError(`${reason} ${advice}${flag}`)
}
