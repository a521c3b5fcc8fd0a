import { execFileSync } from 'node:child_process'

/** A user to start a process as, for `spawn` and `chown`; empty for the current user. */
export type User = { uid?: number; gid?: number }

/** Returns the user that runs PostgreSQL, which refuses to run as root: the current user if it is not root. */
export function unprivilegedUser(): User {
  if (process.getuid?.() !== 0) return {}
  const name = ['postgres', 'nobody'].find((candidate) => idOf('-u', candidate) !== undefined) ?? 'nobody'
  const [uid, gid] = [idOf('-u', name), idOf('-g', name)]
  return uid === undefined || gid === undefined ? {} : { uid, gid }
}

function idOf(option: '-u' | '-g', name: string): number | undefined {
  try {
    return Number(execFileSync('id', [option, name], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }))
  } catch {
    return undefined
  }
}
