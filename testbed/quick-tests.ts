import { globSync } from 'node:fs'

// `npm test` runs the tests that say soonest what a change broke, in less than eight minutes on two cores. `npm run
// test:all` runs all. A file is listed here by what it costs, which `npm test -- unit` prints.

/** Files of rules that take more than two seconds of processor time. */
const longRules: string[] = []

/** Files of behavior that take more than ten seconds: crashes, races, random histories, whole clinics. */
const longBehavior: string[] = []

/** Engine tests that run on PGlite too where PostgreSQL is there: what the engines do differently, and one of each
 *  kind of SQL. */
export const quickOnPglite: string[] = []

/** Journeys, one for each thing that people come for. */
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
  const count = (...patterns: string[]) => globSync(patterns, { exclude: ['node_modules/**'] }).length
  const onPglite = hasPostgres ? count('**/*.engine.test.ts') - quickOnPglite.length : 0
  const parts = [
    `${leftOut.length} files of long unit tests`,
    ...(onPglite > 0 ? [`${onPglite} files of engine tests on PGlite`] : []),
    `${count('e2e/**/*.spec.ts') - quickJourneys.length} files of journeys`,
  ]
  return `Left out: ${parts.join(', ')}. npm run test:all runs everything.`
}
