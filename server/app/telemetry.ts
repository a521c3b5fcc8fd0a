import { statfs } from 'node:fs/promises'
import { findLastBackup } from '#server/backup/store.ts'
import type { DayEvents } from '#server/desk/events.ts'
import type { App } from '#server/http/app-type.ts'
import type { Jobs } from '#server/jobs/jobs.ts'
import { countUnsentMail } from '#server/mail/store.ts'
import { countWaitingRefunds } from '#server/payment/refund/store.ts'
import { noReport } from '#server/telemetry/report.ts'
import type { AppDeps } from './deps.ts'

/** Opens metrics and traces, each only if a setting asks for it. Their packages are loaded only then
 *  (docs/decisions/0039). */
export async function openTelemetry(deps: AppDeps) {
  const metrics = await openMetrics(deps)
  const tracing = await openTracing(deps)
  return {
    report: metrics?.report ?? noReport,
    /** Instruments `app`, before its hooks and routes are added. */
    instrument: async (app: App) => {
      await tracing?.instrument(app)
      metrics?.measure(app)
    },
    /** Serves the metrics until `app` closes. */
    listen: async (app: App, services: { jobs: Jobs; dayEvents: DayEvents }) => {
      const listener = await metrics?.listen(services)
      app.addHook('onClose', async () => {
        await listener?.close()
        metrics?.close()
        await tracing?.close()
      })
    },
  }
}

async function openTracing({ config: { otlpUrl }, database }: AppDeps) {
  if (!otlpUrl) return undefined
  const { openTracing: open } = await import('#server/telemetry/tracing/tracing.ts')
  return open(otlpUrl, database)
}

async function openMetrics({ config: { metrics: address, dataDir }, database }: AppDeps) {
  if (!address) return undefined
  const [{ openMetrics: open }, { listenForScrapes }] = await Promise.all([
    import('#server/telemetry/metrics/metrics.ts'),
    import('#server/telemetry/metrics/listen.ts'),
  ])
  const metrics = open(database)
  const { db } = database
  return {
    ...metrics,
    listen: ({ jobs, dayEvents }: { jobs: Jobs; dayEvents: DayEvents }) => {
      const readState = async () => ({
        jobs: await jobs.countUnfinished(),
        unsentMail: await countUnsentMail(db),
        refundsWaiting: await countWaitingRefunds(db),
        lastBackup: await findLastBackup(db),
        disk: await diskOf(dataDir),
      })
      return listenForScrapes(address, metrics.renderer({ readState, countEventStreams: dayEvents.count }))
    },
  }
}

async function diskOf(folder: string) {
  const { bsize, bavail, blocks } = await statfs(folder)
  return { free: bavail * bsize, size: blocks * bsize }
}
