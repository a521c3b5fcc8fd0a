import { QueryCache, QueryClient } from '@tanstack/react-query'
import { ApiError, isUnauthorized, UnreadableError } from './errors.ts'

/** Key of the queries that ask whether a user is an admin. */
export const adminKey = ['admin']

/** Creates the cache of a page. The `meta` of a query decides what a refusal does: `endsSession` calls `onRefused` with
 *  it, `adminsOnly` asks again whether this is an admin. Changes have `web/ui/change/use-change.ts`. */
export function createQueryClient(onRefused: (error: Error) => unknown = () => undefined): QueryClient {
  const client = new QueryClient({
    queryCache: new QueryCache({
      onError: (error, { meta }) => {
        if (!isUnauthorized(error)) return
        if (meta?.endsSession) onRefused(error)
        if (meta?.adminsOnly) void client.invalidateQueries({ queryKey: adminKey })
      },
    }),
    defaultOptions: { queries: { retry: (failures, error) => failures < 2 && !isResponse(error) } },
  })
  return client
}

// The same request would get the same response.
function isResponse(error: unknown): boolean {
  return error instanceof ApiError || error instanceof UnreadableError
}
