import { TransactionRollbackError } from 'drizzle-orm'
import type { Db } from '../db.ts'

type Work<Result> = (tx: Db) => Promise<Result>

/** Runs `work` in a transaction and returns its outcome. A refusal rolls back all that `work` has written. */
export function transact<Result extends { ok: boolean }>(db: Db, work: Work<Result>): Promise<Result> {
  return run(db, work, ({ ok }) => ok)
}

/** Runs `work` in a transaction, rolls it back and returns the result of `work`. */
export function preview<Result>(db: Db, work: Work<Result>): Promise<Result> {
  return run(db, work, () => false)
}

async function run<Result>(db: Db, work: Work<Result>, isKept: (result: Result) => boolean): Promise<Result> {
  let outcome: { result: Result } | undefined
  try {
    await db.transaction(async (tx) => {
      outcome = { result: await work(tx) }
      if (!isKept(outcome.result)) tx.rollback()
    })
  } catch (error) {
    if (!(error instanceof TransactionRollbackError)) throw error
  }
  if (!outcome) throw new Error('The transaction ended without a result')
  return outcome.result
}
