import { toTable } from '../kit/table.ts'
import type { WireOutcome } from './wires/observe.ts'

/** Returns the outcomes as a table: one row for each cut, with the lowest and highest figures of its runs. */
export function tableOfCuts(outcomes: readonly WireOutcome[], patroniVersion: string): string {
  const byCut = Map.groupBy(outcomes, ({ fault }) => fault.title)
  const rows = [...byCut].map(([title, runs]) => {
    const span = (pick: (outcome: WireOutcome) => number | undefined, digits = 1) => spanOf(runs.map(pick), digits)
    const share = (side: 0 | 1) =>
      spanOf(
        runs.map(({ failedReads, reads }) => (100 * failedReads[side]) / Math.max(1, reads[side])),
        1,
      )
    const sum = (pick: (outcome: WireOutcome) => number) => String(runs.reduce((total, run) => total + pick(run), 0))
    return [
      title,
      span(({ primaryStopped }) => primaryStopped),
      span(({ anotherConfirmed }) => anotherConfirmed),
      `${span(({ gaps }) => gaps[0])} · ${span(({ gaps }) => gaps[1])}`,
      `${share(0)} · ${share(1)}`,
      `${sum(({ staleLists }) => staleLists)} · ${sum(({ youngTimes }) => youngTimes)}`,
      sum((run) => run.contradictions.length),
      `${sum(({ lost }) => lost)} of ${sum(({ written }) => written)}`,
      `${sum(({ confirmedByFormer }) => confirmedByFormer)} · ${sum(({ overlaps }) => overlaps)}`,
    ]
  })
  const head = [
    `Patroni ${patroniVersion}`,
    'the primary stopped after s',
    'another confirmed after s',
    's without a change: its side · the other',
    'failed reads, %: its side · the other',
    'stale lists · free times too young',
    'histories without an order',
    'rows lost',
    'confirmed by a former primary · double',
  ]
  return toTable([head, ...rows])
}

function spanOf(values: readonly (number | undefined)[], digits: number): string {
  const known = values.filter((value) => value !== undefined).sort((a, b) => a - b)
  const [lowest, highest] = [known[0], known.at(-1)]
  if (lowest === undefined || highest === undefined) return 'never'
  const [from, to] = [lowest.toFixed(digits), highest.toFixed(digits)]
  return from === to ? from : `${from} to ${to}`
}
