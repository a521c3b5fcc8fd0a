import { toTable } from '../kit/table.ts'
import type { Fault } from './faults.ts'
import type { Findings } from './inspect.ts'
import type { Summary } from './summary.ts'

/** What a fault did. `secondsUntilWell`: from its beginning until all parts were well again. */
export type Outcome = { fault: Fault; summary: Summary; findings: Findings; secondsUntilWell: number }

/** Returns what is worse than it may be, each in a line. */
export function failuresOf({ fault, summary, findings }: Outcome): string[] {
  const { reads, failedReads, bookingGap, refusedChanges, uncertainChanges, surprises } = summary
  const { compared, ...faults } = findings
  const isNoticed = failedReads + refusedChanges + uncertainChanges > 0
  return [
    failedReads / reads > fault.failedReads && `${percent(failedReads, reads)} of the reads failed`,
    bookingGap > fault.bookingGap * 1_000 && `nobody booked for ${seconds(bookingGap)} s`,
    fault.isUnnoticed && isNoticed && 'calls failed',
    compared === 0 && 'nothing was compared',
    ...Object.entries(faults).map(([name, count]) => count > 0 && `${name}: ${count}`),
    ...surprises.map((surprise) => `answered ${surprise}`),
  ].filter((line) => typeof line === 'string')
}

/** Returns the outcomes as a table: one row for each fault, with the lowest and highest figures of its runs. */
export function tableOf(outcomes: readonly Outcome[], patroniVersion: string): string {
  const byFault = Map.groupBy(outcomes, ({ fault }) => fault.title)
  const rows = [...byFault].map(([title, runs]) => {
    const sorted = (pick: (outcome: Outcome) => string) => [...new Set(runs.map(pick))].sort(byNumber)
    const range = (pick: (outcome: Outcome) => string) => {
      const [lowest = '', ...more] = sorted(pick)
      return [lowest, ...more.slice(-1)].join(' to ')
    }
    return [
      title,
      range(({ summary: { failedReads, reads } }) => percent(failedReads, reads)),
      range(({ summary: { outdatedReads, reads } }) => percent(outdatedReads, reads)),
      range(({ summary: { bookingGap } }) => seconds(bookingGap)),
      range(({ summary: { refusedChanges } }) => String(refusedChanges)),
      range(({ summary: { uncertainChanges } }) => String(uncertainChanges)),
      range(({ summary: { longestAnswer } }) => seconds(longestAnswer)),
      sorted(({ findings: { lost, compared } }) => `${lost} of ${compared}`).join(', '),
      sorted(({ findings: { doubleBookings, unsettledPayments, signedOut, differentDays } }) =>
        [doubleBookings, unsettledPayments, signedOut, differentDays].join(' · '),
      ).join(', '),
    ]
  })
  const head = [
    `Patroni ${patroniVersion}`,
    'reads failed',
    'reads as last known',
    's without a booking',
    'changes refused',
    'changes uncertain',
    'longest answer, s',
    'confirmed lost',
    'double · unsettled · signed out · days that differ',
  ]
  return toTable([head, ...rows])
}

const byNumber = (a: string, b: string) => Number.parseFloat(a) - Number.parseFloat(b)
const percent = (part: number, whole: number) => `${whole === 0 ? 0 : Number(((100 * part) / whole).toFixed(2))} %`
const seconds = (ms: number) => (ms / 1_000).toFixed(1)
