import { formatCount } from '#contract/kit/text/count.ts'
import type { Report, ReportBlock, ReportPart, ReportRow } from '#contract/report/report.ts'
import { partFacts } from '#contract/report/table.ts'
import { formatFigure, nameOf, percent, type Unit } from './figures.ts'
import { inPeriod } from './period.ts'

/** Says what the plot of a part shows, beside the period before. */
export function sentenceOf(report: Report, part: ReportBlock): string {
  const found = report.parts[part]
  const before = inPeriod(report.before)
  const { unit } = partFacts[part]
  switch (part) {
    case 'appointments':
      return `${appointments(found.now)}, ${compared(found, unit, before)}.`
    case 'takings':
      return `${dollars(found.now)} came in, ${compared(found, unit, before)}. Refunds are not taken off.`
    case 'refunds':
      return `${dollars(found.now)} went back to patients, ${compared(found, unit, before)}.`
    case 'hours':
      return `${used(found)}, after ${percent({ now: found.before, of: found.ofBefore })}% ${before}. ${ofRules}`
    case 'missed':
      return missed(found, before)
    case 'patients':
      return patients(found, before)
    case 'owed':
      return owed(found, before)
    case 'empty':
      return emptiest(found, report)
    default:
      return largest(found, unit, before)
  }
}

const ofRules = 'Offered hours are those of the rules as they are now, in past days too.'

const dollars = (amount: number) => formatFigure(amount, 'dollars')

const appointments = (count: number) => (count === 1 ? '1 appointment' : `${formatCount(count)} appointments`)

/** Compares with the period before: `12 more than in October 2026`. */
export function compared({ now, before }: Pick<ReportRow, 'now' | 'before'>, unit: Unit, period: string): string {
  if (now === before) return `as ${unit === 'appointments' ? 'many' : 'much'} as ${period}`
  const less = unit === 'appointments' ? 'fewer' : 'less'
  return `${formatFigure(Math.abs(now - before), unit)} ${now > before ? 'more' : less} than ${period}`
}

function used({ now, of = 0 }: ReportPart) {
  return `${formatFigure(now, 'minutes')} of ${formatFigure(of, 'minutes')} offered are used: ${percent({ now, of })}%`
}

function missed({ now, before, rows }: ReportPart, period: string) {
  const noShows = rows.find(({ key }) => key === 'no-show')?.now ?? 0
  const late = rows.filter(({ key }) => key === '0' || key === '2').reduce((sum, row) => sum + row.now, 0)
  const cancelled = `${formatCount(now - noShows)} cancelled and ${formatCount(noShows)} missed`
  return `${cancelled}, ${compared({ now, before }, 'appointments', period)}. ${formatCount(late)} ${late === 1 ? 'was' : 'were'} cancelled within the last 24 hours.`
}

function patients({ now, rows }: ReportPart, period: string) {
  const first = rows.find(({ key }) => key === 'new') ?? { now: 0, before: 0 }
  return `${formatCount(first.now)} of ${appointments(now)} were a patient’s first here, ${compared(first, 'appointments', period)}.`
}

function owed({ now, before, rows }: ReportPart, period: string) {
  const total = rows.reduce((sum, row) => sum + row.now, 0)
  const count = rows.reduce((sum, { of = 0 }) => sum + of, 0)
  const first = `Today ${dollars(total)} is owed for ${appointments(count)} of the past.`
  return `${first} For the appointments of this period it is ${dollars(now)}, and ${dollars(before)} for those ${period}.`
}

function emptiest({ rows }: ReportPart, { step }: Report) {
  const offered = rows.filter(({ of = 0 }) => of > 0)
  const [least] = offered.toSorted((a, b) => a.now / (a.of ?? 1) - b.now / (b.of ?? 1))
  if (!least) return 'The clinic offers no times in this period.'
  return `${nameOf(least, 'empty', step)} is the emptiest hour: ${percent(least)}% of its time is used. ${ofRules}`
}

function largest({ now, rows }: ReportPart, unit: Unit, period: string) {
  const [most] = rows.toSorted((a, b) => b.now - a.now)
  if (!most || now === 0) return `There is none, ${compared({ now, before: total(rows) }, unit, period)}.`
  return `${most.name}: ${formatFigure(most.now, unit)} of ${formatFigure(now, unit)}, ${compared(most, unit, period)}.`
}

const total = (rows: readonly ReportRow[]) => rows.reduce((sum, { before }) => sum + before, 0)
