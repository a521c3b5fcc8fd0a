import { AsyncLocalStorage } from 'node:async_hooks'
import { randomInt } from 'node:crypto'
import type { IncomingMessage } from 'node:http'

const current = new AsyncLocalStorage<string>()
const accepted = /^[\w.-]{8,64}$/

/** Returns the id of a request: the `X-Request-Id` of a trusted proxy, or a new one of twelve digits, which a patient
 *  can read out. */
export function requestIdOf(
  { headers, socket }: Pick<IncomingMessage, 'headers' | 'socket'>,
  isTrusted: (address: string) => boolean,
): string {
  const id = headers['x-request-id']
  const isUsable = typeof id === 'string' && accepted.test(id) && isTrusted(socket.remoteAddress ?? '')
  return isUsable ? id : newRequestId()
}

/** Runs `next` with `id` as the id of the current request. */
export function withinRequest(id: string, next: () => void): void {
  current.run(id, next)
}

/** Returns the id of the current request; undefined outside of a request. */
export function currentRequestId(): string | undefined {
  return current.getStore()
}

// Unique among the requests that a log keeps, except for rare pairs that differ in time.
function newRequestId() {
  return String(randomInt(10 ** 12))
    .padStart(12, '0')
    .replace(/(?=(\d{4})+$)(?!^)/g, '-')
}
