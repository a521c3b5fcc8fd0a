import type { QueryClient } from '@tanstack/react-query'
import { isIdleEnd } from '#web/api/http/errors.ts'
import { createQueryClient } from '#web/api/http/query-client.ts'
import { endRefused, forget } from './session.ts'

let first: QueryClient | undefined

/** Opens the cache of the pages behind the login, which ends the session when the server refuses it. */
export function openMembersClient(): QueryClient {
  return createQueryClient({
    onRefused: (error) => endRefused(isIdleEnd(error) ? { idle: true } : { left: true }),
    onSignedOut: (error) => forget({ idle: isIdleEnd(error) }),
  })
}

/** Gives the first render a cache that has been filled; none without an argument. */
export function startMembersClient(client?: QueryClient): void {
  first = client
}

/** Returns the cache of the first render; undefined if it begins empty. */
export const firstMembersClient = (): QueryClient | undefined => first
