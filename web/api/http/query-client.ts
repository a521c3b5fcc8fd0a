import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { ApiError, isSignedOut, isUnauthorized, UnreadableError } from './errors.ts'

interface Handlers {
  /** Called when a query with `endsSession` is refused, with the refusal. */
  onRefused: (error: Error) => unknown
  /** Called when a mutation is refused because the session has ended, with the refusal. The mutation fails after the
   *  promise settles. */
  onSignedOut: (error: Error) => Promise<void>
}

const noSession: Handlers = { onRefused: () => undefined, onSignedOut: async () => undefined }

/** Key of the queries that ask whether a user is an admin. */
export const adminKey = ['admin']

/** Creates the cache for the pages behind the login and handles refused sessions. The `meta` of a query decides:
 *  `endsSession` signs out on a refusal, `adminsOnly` asks again whether this is an admin. A 401 on a mutation always
 *  signs out. */
export function createQueryClient({ onRefused, onSignedOut }: Handlers = noSession): QueryClient {
  const client = new QueryClient({
    queryCache: new QueryCache({
      onError: (error, { meta }) => {
        if (!isUnauthorized(error)) return
        if (meta?.endsSession) onRefused(error)
        if (meta?.adminsOnly) void client.invalidateQueries({ queryKey: adminKey })
      },
    }),
    mutationCache: new MutationCache({ onError: (error) => (isSignedOut(error) ? onSignedOut(error) : undefined) }),
    defaultOptions: {
      queries: { retry: (failures, error) => failures < 2 && !isResponse(error) },
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

// The same request would get the same response.
function isResponse(error: unknown): boolean {
  return error instanceof ApiError || error instanceof UnreadableError
}
