import type { Answered } from './traffic.ts'

/** What people noticed of a fault. Times in ms. */
export type Summary = {
  reads: number
  failedReads: number
  /** Reads that were answered with what was known before. */
  outdatedReads: number
  /** The longest time without a successful read. */
  readGap: number
  changes: number
  /** Changes that were refused, and those of which nobody knows whether they were made. */
  refusedChanges: number
  uncertainChanges: number
  /** The longest time without an appointment that was booked. */
  bookingGap: number
  longestAnswer: number
  /** Answers that a fault does not explain, such as 401 or 500. */
  surprises: string[]
}

const reading: readonly Answered['call'][] = ['available', 'list']

/** Summarizes the answers between two times in ms. */
export function summarize(answers: readonly Answered[], from: number, until: number): Summary {
  const within = answers.filter(({ at }) => at >= from && at <= until)
  const reads = within.filter(({ call }) => reading.includes(call))
  const changes = within.filter(({ call }) => !reading.includes(call))
  const failed = changes.filter(({ isDone }) => !isDone)
  const gapOf = (some: readonly Answered[]) =>
    longestGap(
      some.filter(({ isDone }) => isDone),
      from,
      until,
    )
  return {
    reads: reads.length,
    failedReads: reads.filter(({ isDone }) => !isDone).length,
    outdatedReads: reads.filter(({ isOutdated }) => isOutdated).length,
    readGap: gapOf(reads),
    changes: changes.length,
    refusedChanges: failed.filter(({ isUncertain }) => !isUncertain).length,
    uncertainChanges: failed.filter(({ isUncertain }) => isUncertain).length,
    bookingGap: gapOf(changes.filter(({ call }) => call === 'book')),
    longestAnswer: within.reduce((longest, { ms }) => Math.max(longest, ms), 0),
    surprises: [...new Set(within.filter(isSurprise).map(({ call, status, body }) => `${call}: ${status} ${body}`))],
  }
}

function longestGap(some: readonly Answered[], from: number, until: number): number {
  const times = [from, ...some.map(({ at }) => at).sort((a, b) => a - b), until]
  return times.slice(1).reduce((longest, at, index) => Math.max(longest, at - (times[index] ?? at)), 0)
}

function isSurprise({ isDone, status }: Answered): boolean {
  return !isDone && status !== 0 && status < 502
}
