import type { QueryClient } from '@tanstack/react-query'
import type { Params } from 'react-router'
import type { SessionRecord } from './session-record.ts'

/** What a page behind the login begins with: who opens it, the cache that it fills, and what its address asks for. */
export type Beginning = {
  person: SessionRecord
  client: QueryClient
  params: Params
  query: URLSearchParams
}
