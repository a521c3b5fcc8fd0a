import { formatCount } from '#contract/kit/text/count.ts'
import { toTable } from '../kit/table.ts'
import type { ExportTimes } from './exports.ts'
import type { Load, ScreenTimes, Space } from './measure.ts'

/** What was measured at one size. */
export type Outcome = { space: Space; fillSeconds: number; screens: ScreenTimes[]; exports: ExportTimes[]; load: Load }

/** Returns the outcomes as Markdown tables, of sizes and load, of the screens and of the exports, with a column for
 *  each size. */
export function tablesOf(outcomes: readonly Outcome[]): string {
  return `${clinicTable(outcomes)}\n\n${screenTable(outcomes)}\n\n${exportTable(outcomes)}`
}

function clinicTable(outcomes: readonly Outcome[]): string {
  const row = (label: string, read: (outcome: Outcome) => string) => [label, ...outcomes.map(read)]
  const perMillion = ({ space: { bookings } }: Outcome, mb: number) => formatCount(Math.round((mb * 1e6) / bookings))
  return toTable([
    row('bookings', ({ space }) => formatCount(space.bookings)),
    row('accounts', ({ space }) => formatCount(space.patients)),
    row('on disk, GB', ({ space }) => ((space.tableMb + space.indexesMb + space.othersMb) / 1e3).toFixed(1)),
    row('bookings, MB a million', (outcome) => perMillion(outcome, outcome.space.tableMb)),
    row('their indexes, MB a million', (outcome) => perMillion(outcome, outcome.space.indexesMb)),
    row('all other tables, MB a million', (outcome) => perMillion(outcome, outcome.space.othersMb)),
    row('bookings a second, each cancelled again', ({ load }) => load.perSecond.toFixed(0)),
    row('p99 of a booking, ms', ({ load }) => load.p99.toFixed(0)),
    row('the same beside VACUUM at the pace of autovacuum, ms', ({ load }) => load.p99WithVacuum.toFixed(0)),
    row('VACUUM of the bookings at full pace, s', ({ load }) => load.vacuumSeconds.toFixed(1)),
    row('filling the database, s', ({ fillSeconds }) => fillSeconds.toFixed(0)),
  ])
}

function screenTable(outcomes: readonly Outcome[]): string {
  const names = outcomes[0]?.screens.map(({ name }) => name) ?? []
  const head = ['median (slowest) in ms', ...outcomes.map(({ space }) => `${formatCount(space.bookings)} bookings`)]
  const cell = (name: string) => (outcome: Outcome) => {
    const found = outcome.screens.find((screen) => screen.name === name)
    return found ? `${found.median.toFixed(0)} (${found.slowest.toFixed(0)})` : ''
  }
  return toTable([head, ...names.map((name) => [name, ...outcomes.map(cell(name))])])
}

function exportTable(outcomes: readonly Outcome[]): string {
  const names = outcomes[0]?.exports.map(({ name }) => name) ?? []
  const head = [
    'first byte in ms, size, seconds, growth',
    ...outcomes.map(({ space }) => `${formatCount(space.bookings)} bookings`),
  ]
  const cell = (name: string) => (outcome: Outcome) => {
    const found = outcome.exports.find((each) => each.name === name)
    if (!found) return ''
    const { firstByteMs, mb, seconds, grownMb } = found
    return `${firstByteMs.toFixed(0)} ms, ${mb.toFixed(0)} MB, ${seconds.toFixed(0)} s, ${grownMb.toFixed(0)} MB`
  }
  return toTable([head, ...names.map((name) => [name, ...outcomes.map(cell(name))])])
}
