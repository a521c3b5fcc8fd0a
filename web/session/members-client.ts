import type { QueryClient } from '@tanstack/react-query'
import { isIdleEnd } from '#web/api/http/errors.ts'
import { createQueryClient } from '#web/api/http/query-client.ts'
import { endRefused } from './session.ts'

let first: QueryClient | undefined

/** Opens the cache of the pages behind the login, which ends the session when the server refuses it. */
export function openMembersClient(): QueryClient {
  return createQueryClient((error) => endRefused(isIdleEnd(error) ? { idle: true } : { left: true }))
}

/** Gives the first render a cache that has been filled; none without an argument. */
export function startMembersClient(client?: QueryClient): void {
  first = client
}

/** Returns the cache of the first render; undefined if it begins empty. */
export const firstMembersClient = (): QueryClient | undefined => first
