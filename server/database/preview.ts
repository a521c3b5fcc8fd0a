import { TransactionRollbackError } from 'drizzle-orm'
import type { Db } from './db.ts'

/** Runs `work` in a transaction, rolls it back and returns the result of `work`. */
export async function preview<Result>(db: Db, work: (tx: Db) => Promise<Result>): Promise<Result> {
  let outcome: { result: Result } | undefined
  try {
    await db.transaction(async (tx) => {
      outcome = { result: await work(tx) }
      tx.rollback()
    })
  } catch (error) {
    if (!(error instanceof TransactionRollbackError)) throw error
  }
  if (!outcome) throw new Error('The transaction ended without a result')
  return outcome.result
}
