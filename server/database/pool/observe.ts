import type { Pool } from 'pg'
import type { Database, QueryObserver } from '../db.ts'

const verbs = new Set(['select', 'insert', 'update', 'delete', 'with', 'begin', 'commit', 'rollback', 'savepoint'])

/** Makes the queries of a pool observable. The time of a query outside of a transaction includes the wait for a
 *  connection. Call it before the first query. */
export function observeQueriesOf(pool: Pool): Database['observeQueries'] {
  const observers = new Set<QueryObserver>()
  const observed = <Query extends object>(query: Query): Query =>
    new Proxy(query, {
      apply: (target, self, args: unknown[]) => {
        const run = () => Reflect.apply(target as (...args: unknown[]) => unknown, self, args)
        // The pool calls its clients with a callback, for a query that it observes itself.
        if (observers.size === 0 || typeof args.at(-1) === 'function') return run()
        const name = nameOf(args[0])
        const ends = [...observers].map((begin) => begin(name))
        const result = run()
        const endAll = (succeeded: boolean) => {
          for (const end of ends) end(succeeded)
        }
        if (result instanceof Promise)
          result.then(
            () => endAll(true),
            () => endAll(false),
          )
        return result
      },
    })
  pool.query = observed(pool.query)
  pool.on('connect', (client) => {
    client.query = observed(client.query)
  })
  return (observer) => {
    observers.add(observer)
    return () => void observers.delete(observer)
  }
}

/** Returns the connections of a pool, how many of them are idle, and how many callers wait for one. */
export function stateOf(pool: Pool): ReturnType<Database['poolState']> {
  return { size: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }
}

/** Returns the name of a prepared statement, or else the first word of a statement: never its text, which may contain
 *  values. */
function nameOf(query: unknown): string {
  if (typeof query === 'string') return verbOf(query)
  const { name, text } = query as { name?: string; text?: string }
  return name ?? verbOf(text ?? '')
}

function verbOf(text: string): string {
  const verb = /^\s*(\w{1,20})/.exec(text)?.[1]?.toLowerCase() ?? ''
  return verbs.has(verb) ? verb : 'other'
}
