import { TransactionRollbackError } from 'drizzle-orm'
import type { Db } from '../db.ts'

/** Runs `work` in a transaction, rolls it back and returns the result of `work`. */
export function preview<Result>(db: Db, work: (tx: Db) => Promise<Result>): Promise<Result> {
  return commitIf(db, work, () => false)
}

/** Runs `work` in a transaction, commits it if `isDone` says so of the result, else rolls it back, and returns the
 *  result. */
export async function commitIf<Result>(
  db: Db,
  work: (tx: Db) => Promise<Result>,
  isDone: (result: Result) => boolean,
): Promise<Result> {
  let outcome: { result: Result } | undefined
  try {
    await db.transaction(async (tx) => {
      outcome = { result: await work(tx) }
      if (!isDone(outcome.result)) tx.rollback()
    })
  } catch (error) {
    if (!(error instanceof TransactionRollbackError)) throw error
  }
  if (!outcome) throw new Error('The transaction ended without a result')
  return outcome.result
}
