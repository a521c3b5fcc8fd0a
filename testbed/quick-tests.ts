import { globSync } from 'node:fs'

// `npm test` runs the tests that say soonest what a change broke, in less than eight minutes on two cores. `npm run
// test:all` runs all. Vitest prints how long each file takes.

/** Files of rules that take more than five seconds on a busy machine: random input, and processes of their own. */
const longRules = [
  'contract/kit/money/read-amount.test.ts',
  'lab/filling/filling.test.ts',
  'server/app/preflight/preflight.test.ts',
  'server/backup/format/format.test.ts',
  'server/calendar/rules/day-clock.test.ts',
  'server/calendar/rules/random-clinics.test.ts',
  'server/calendar/rules/random-offers.test.ts',
  'server/http/edge/busy.test.ts',
  'server/http/limits/request-limits.test.ts',
  'server/icalendar/icalendar.test.ts',
  'server/payment/receipt/pdf.test.ts',
  'server/photo/picture.test.ts',
  'server/start/resolve-neighbours.test.ts',
]

/** Files of behavior that take more than half a minute there: crashes, races, random histories, whole clinics. */
const longBehavior = [
  'scripts/deploy/image/image.db.test.ts',
  'scripts/setup/first-start.db.test.ts',
  'server/access/roles.engine.test.ts',
  'server/app/sandbox.db.test.ts',
  'server/app/whole/fault/clock.engine.test.ts',
  'server/app/whole/fault/database.engine.test.ts',
  'server/app/whole/fault/kill.engine.test.ts',
  'server/app/whole/fault/services.db.test.ts',
  'server/app/whole/fault/stop.engine.test.ts',
  'server/app/whole/fault/traffic.engine.test.ts',
  'server/app/whole/former-clinic.engine.test.ts',
  'server/app/whole/instances.engine.test.ts',
  'server/app/whole/model.db.test.ts',
  'server/app/whole/previous-release.engine.test.ts',
  'server/app/whole/rolling-update.db.test.ts',
  'server/app/whole/scale.db.test.ts',
  'server/app/whole/telemetry.db.test.ts',
  'server/app/whole/time-zone.engine.test.ts',
  'server/app/whole/waiting-list.db.test.ts',
  'server/auth/guessing/guessing.db.test.ts',
  'server/auth/second-factor/code-limit.db.test.ts',
  'server/backup/commands.engine.test.ts',
  'server/backup/last-backup.engine.test.ts',
  'server/backup/move.engine.test.ts',
  'server/backup/restore/restore.engine.test.ts',
  'server/backup/upgrade.engine.test.ts',
  'server/booking/calendar-races.db.test.ts',
  'server/booking/crash.db.test.ts',
  'server/booking/move-race.db.test.ts',
  'server/booking/states.db.test.ts',
  'server/calendar-change/block.engine.test.ts',
  'server/calendar-change/change.db.test.ts',
  'server/calendar-change/crash.db.test.ts',
  'server/calendar-change/picture.engine.test.ts',
  'server/calendar-change/telling.db.test.ts',
  'server/database/upgrade/release.engine.test.ts',
  'server/desk/attention-crash.db.test.ts',
  'server/desk/treatment.engine.test.ts',
  'server/failed-start.engine.test.ts',
  'server/http/openapi/generated.db.test.ts',
  'server/mail/crash.db.test.ts',
  'server/main.engine.test.ts',
  'server/patient-import/file.engine.test.ts',
  'server/patient-import/kill.engine.test.ts',
  'server/patient/tie/random-ties.engine.test.ts',
  'server/payment/desk/random-money.engine.test.ts',
  'server/payment/refund/life.db.test.ts',
  'server/payment/settlement/crash.db.test.ts',
  'server/payment/settlement/faults.db.test.ts',
  'server/privacy/imported-rows.engine.test.ts',
  'server/recall/crash.db.test.ts',
  'server/report/export/large.db.test.ts',
  'server/site/headers.db.test.ts',
  'server/site/rendering.db.test.ts',
  'server/user/list.engine.test.ts',
  'server/waiting-list/offering/round.engine.test.ts',
]

/** Engine tests that run on PGlite too where PostgreSQL is there: what the engines do differently, and one of each
 *  kind of SQL. */
export const quickOnPglite: string[] = [
  'server/booking/book.engine.test.ts',
  'server/booking/admit.engine.test.ts',
  'server/calendar/current-rules.engine.test.ts',
  'server/database/attempts.engine.test.ts',
  'server/database/engine/autovacuum.engine.test.ts',
  'server/database/engine/pglite-turns.engine.test.ts',
  'server/database/upgrade/functions.engine.test.ts',
  'server/desk/for-patient.engine.test.ts',
  'server/jobs/jobs.engine.test.ts',
  'server/patient/phone-digits.engine.test.ts',
  'server/payment/by-price.engine.test.ts',
  'server/report/routes.engine.test.ts',
]

/** Journeys: what people come for. */
export const quickJourneys: string[] = [
  ...['account/account', 'admin/make-admin', 'book/book', 'book/family', 'book/find', 'dashboard/appointments'],
  ...['dashboard/change', 'desk/day', 'desk/new-appointment', 'pay/pay', 'sign-in/sign-in', 'site/read'],
].map((name) => `e2e/${name}.spec.ts`)

/** Whether this run is `npm test` without arguments. */
export const isQuick = process.env.TESTS === 'quick'

/** Files of unit tests that the quick run leaves out. */
export const leftOut: string[] = [...longRules, ...longBehavior]

/** Says what the quick run has left out. */
export function describeLeftOut(hasPostgres: boolean): string {
  const count = (pattern: string) => globSync(pattern, { exclude: (name) => name === 'node_modules' }).length
  const onPglite = hasPostgres ? count('**/*.engine.test.ts') - quickOnPglite.length : 0
  const parts = [
    `${leftOut.length} files of long unit tests`,
    ...(onPglite > 0 ? [`${onPglite} files of engine tests on PGlite`] : []),
    `${count('e2e/**/*.spec.ts') - quickJourneys.length} files of journeys`,
  ]
  return `Left out: ${parts.join(', ')}. npm run test:all runs everything.`
}
