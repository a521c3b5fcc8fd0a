import type { Db } from './db.ts'

/** A query prepared once for each `db`: planned once a connection, which makes it 1.5 to 1.8 times as fast on PostgreSQL. */
export function prepared<Query>(prepare: (db: Db) => Query): (db: Db) => Query {
  const made = new WeakMap<Db, Query>()
  return (db) => {
    const query = made.get(db) ?? prepare(db)
    made.set(db, query)
    return query
  }
}
