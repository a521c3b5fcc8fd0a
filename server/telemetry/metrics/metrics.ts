import type { Database } from '#server/database/db.ts'
import type { App } from '#server/http/app-type.ts'
import type { Report } from '../report.ts'
import { createInstruments, type Instruments } from './instruments.ts'
import { measureRequests } from './requests.ts'
import { type ClinicState, cachedState } from './state.ts'

/** What is read when someone asks for the metrics. */
export type Sources = { readState: () => Promise<ClinicState>; countEventStreams: () => number }

/** Opens the metrics of one app. `close` stops observing the database. */
export function openMetrics(database: Pick<Database, 'poolState' | 'observeQueries'>) {
  const instruments = createInstruments()
  const stopObserving = observeDatabase(database, instruments)
  return {
    report: reportTo(instruments),
    measure: (app: App) => measureRequests(app, instruments.http),
    /** Returns a function that renders all metrics in the text format of Prometheus. */
    renderer: ({ readState, countEventStreams }: Sources) => {
      const read = cachedState(readState)
      return async () => {
        instruments.http.eventStreams.set(countEventStreams())
        setPool(instruments, database)
        setState(instruments, await read())
        return { text: await instruments.registry.metrics(), type: instruments.registry.contentType }
      }
    },
    close: stopObserving,
  }
}

function observeDatabase({ observeQueries }: Pick<Database, 'observeQueries'>, { database }: Instruments) {
  return observeQueries((query) => {
    const startedAt = performance.now()
    return (succeeded) => {
      database.duration.observe({ query }, (performance.now() - startedAt) / 1_000)
      if (!succeeded) database.failed.inc({ query })
    }
  })
}

function reportTo({ work }: Instruments): Report {
  return {
    booking: (by, outcome) => work.bookings.inc({ by, outcome }),
    email: (outcome) => work.emails.inc({ outcome }),
    job: (queue, outcome) => work.jobRuns.inc({ queue, outcome }),
    payment: () => work.payments.inc(),
    reconciliation: () => work.reconciledAt.setToCurrentTime(),
  }
}

function setPool({ database }: Instruments, { poolState }: Pick<Database, 'poolState'>) {
  const { size, idle, waiting } = poolState()
  database.size.set(size)
  database.idle.set(idle)
  database.waiting.set(waiting)
}

// Without a state, its metrics keep no old values.
function setState({ work }: Instruments, state: ClinicState | undefined) {
  work.jobs.reset()
  for (const { queue, state: name, count } of state?.jobs ?? []) work.jobs.set({ queue, state: name }, count)
  work.stateReadable.set(state ? 1 : 0)
  work.unsentEmails.set(state?.unsentMail.count ?? Number.NaN)
  work.oldestEmail.set(state?.unsentMail.oldestSeconds ?? Number.NaN)
  work.refundsWaiting.set(state?.refundsWaiting ?? Number.NaN)
  work.lastBackup.set(state ? (state.lastBackup?.getTime() ?? 0) / 1_000 : Number.NaN)
  work.diskFree.set(state?.disk.free ?? Number.NaN)
  work.diskSize.set(state?.disk.size ?? Number.NaN)
}
