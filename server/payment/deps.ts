import type { FastifyBaseLogger } from 'fastify'
import type { Money } from '#contract/kit/money.ts'
import type { Db } from '#server/database/db.ts'
import type { Jobs } from '#server/jobs/jobs.ts'
import type { Report } from '#server/telemetry/report.ts'
import type { PaymentLimits } from './limits.ts'
import type { CardProvider } from './provider.ts'

/** What payments need that keeps a state or differs by setting. */
export type PaymentDeps = {
  db: Db
  clock: () => Date
  log: FastifyBaseLogger
  jobs: Jobs
  report: Report
  cards: CardProvider
  paymentLimits: PaymentLimits
  publicUrl: string
  /** Returns the clinic as it is now. Not to be called within a transaction: it may wait for another connection. */
  clinic: () => Promise<Money>
}
