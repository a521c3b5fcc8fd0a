import { totalmem } from 'node:os'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { version } from '#server/config/version.ts'

/** Creates the metrics of one app, in a registry of their own. docs/operating.md lists them. */
export function createInstruments() {
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry })
  const gauge = <Label extends string = never>(name: string, help: string, labelNames: Label[] = []) =>
    new Gauge({ name, help, labelNames, registers })
  const counter = <Label extends string = never>(name: string, help: string, labelNames: Label[] = []) =>
    new Counter({ name, help, labelNames, registers })
  const histogram = <Label extends string>(name: string, help: string, labelNames: Label[], buckets: number[]) =>
    new Histogram({ name, help, labelNames, buckets, registers })

  const memoryLimit = gauge('clinic_memory_limit_bytes', 'Memory that this process may use')
  memoryLimit.set(Math.min(process.constrainedMemory() || Infinity, totalmem()))
  gauge('clinic_build_info', 'Always 1, with the running release', ['version']).set({ version }, 1)
  return { registry, http: httpInstruments(), database: databaseInstruments(), work: workInstruments() }

  function httpInstruments() {
    const seconds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]
    const refused = counter('clinic_http_requests_refused_total', 'Requests refused for load or by a limit', ['status'])
    for (const status of ['429', '503']) refused.inc({ status }, 0)
    return {
      duration: histogram(
        'clinic_http_request_duration_seconds',
        'Time to answer requests, except streams of events',
        ['method', 'route', 'status'],
        seconds,
      ),
      refused,
      eventStreams: gauge('clinic_http_event_streams', 'Open streams of server-sent events'),
    }
  }

  function databaseInstruments() {
    const seconds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5]
    return {
      size: gauge('clinic_db_pool_connections', 'Connections to the database'),
      idle: gauge('clinic_db_pool_idle_connections', 'Connections that no query uses'),
      waiting: gauge('clinic_db_pool_waiting', 'Queries and transactions that wait for a connection'),
      duration: histogram('clinic_db_query_duration_seconds', 'Time of database queries', ['query'], seconds),
      failed: counter('clinic_db_query_failures_total', 'Database queries that failed', ['query']),
    }
  }

  function workInstruments() {
    const bookings = counter('clinic_bookings_total', 'Attempts to book, by outcome', ['by', 'outcome'])
    for (const by of ['patient', 'staff']) bookings.inc({ by, outcome: 'booked' }, 0)
    const emails = counter('clinic_emails_total', 'Attempts to send an email, by outcome', ['outcome'])
    for (const outcome of ['sent', 'kept', 'postponed', 'undeliverable']) emails.inc({ outcome }, 0)
    return {
      bookings,
      emails,
      jobRuns: counter('clinic_job_runs_total', 'Runs of background jobs, by outcome', ['queue', 'outcome']),
      jobs: gauge('clinic_jobs', 'Background jobs that are not finished', ['queue', 'state']),
      payments: counter('clinic_payments_settled_total', 'Appointments that were paid'),
      refundsWaiting: gauge('clinic_refunds_waiting', 'Refunds that have not arrived at the card'),
      reconciledAt: gauge(
        'clinic_reconciliation_last_success_timestamp_seconds',
        'When this instance last reconciled payments without a failure; 0 if not since its start',
      ),
      lastBackup: gauge('clinic_backup_last_success_timestamp_seconds', 'When the last backup was made; 0 if never'),
      unsentEmails: gauge('clinic_unsent_emails', 'Emails that are not sent'),
      oldestEmail: gauge('clinic_unsent_email_oldest_age_seconds', 'Age of the oldest email that is not sent'),
      diskFree: gauge('clinic_data_disk_free_bytes', 'Free space of the disk with DATA_DIR'),
      diskSize: gauge('clinic_data_disk_size_bytes', 'Size of the disk with DATA_DIR'),
      stateReadable: gauge('clinic_state_readable', '1 if the state in the database could be read, else 0'),
    }
  }
}
export type Instruments = ReturnType<typeof createInstruments>
