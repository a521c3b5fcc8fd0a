import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { ApiError, isSignedOut, isUnauthorized, UnreadableError } from './errors.ts'

interface Handlers {
  /** A query with `endsSession` was refused. */
  onRefused: () => unknown
  /** A mutation was refused because the session is over. The mutation fails after the promise settles. */
  onSignedOut: () => Promise<void>
}

/** Identifies the queries that ask whether a person is an admin. */
export const adminKey = ['admin']

/** Creates the cache of the pages behind the login, and handles there that the server no longer accepts the session: a query's `meta`
 *  says whether its refusal ends the session or only asks again whether this is an admin; a mutation's 401 always ends it. */
export function createQueryClient({ onRefused, onSignedOut }: Handlers): QueryClient {
  const client = new QueryClient({
    queryCache: new QueryCache({
      onError: (error, { meta }) => {
        if (!isUnauthorized(error)) return
        if (meta?.endsSession) onRefused()
        if (meta?.adminsOnly) void client.invalidateQueries({ queryKey: adminKey })
      },
    }),
    mutationCache: new MutationCache({ onError: (error) => (isSignedOut(error) ? onSignedOut() : undefined) }),
    defaultOptions: {
      queries: { retry: (failures, error) => failures < 2 && !isAnswer(error) },
      mutations: { networkMode: 'always' },
    },
  })
  return client
}

/** Runs `request` as a mutation of `client`, outside of a component. */
export function mutate<Answer>(client: QueryClient, request: () => Promise<Answer>): Promise<Answer> {
  return client
    .getMutationCache()
    .build(client, client.defaultMutationOptions({ mutationFn: request }))
    .execute(undefined)
}

// The same request would get the same answer.
function isAnswer(error: unknown): boolean {
  return error instanceof ApiError || error instanceof UnreadableError
}
