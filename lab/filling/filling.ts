import type { Measure } from '../kit/lab.ts'
import { summarize } from '../kit/rounds.ts'
import { toTable } from '../kit/table.ts'
import { bestDay } from './best-day.ts'
import { type FilledDay, fillDay, type Way } from './fill-day.ts'

const ways: [Way, string][] = [
  ['grid', 'the grid only'],
  ['restart', 'from where the last appointment ends'],
  ['filled', 'gaps filled'],
]

/** npm run filling [-- DAYS]: has patients fill days of the busy clinic until nothing fits, by each way of offering
 *  times, and compares the minutes treated with the most that a solver finds for the same patients. */
export const measure: Measure = async (_lab, args) => {
  const days = Number(args[0] ?? 20)
  const rows = [['times offered', 'patients', 'minutes treated', 'with cleaning up', 'of the best: median (min–max)']]
  for (const [way, words] of ways) {
    const filled: FilledDay[] = []
    const ratios: number[] = []
    for (let seed = 1; seed <= days; seed += 1) {
      const day = fillDay(way, seed)
      filled.push(day)
      ratios.push(day.treated / (await bestDay(day.demand)))
    }
    const mean = (of: (day: FilledDay) => number) => (filled.reduce((sum, day) => sum + of(day), 0) / days).toFixed(0)
    const { median, min, max } = summarize(ratios)
    const ratio = `${median.toFixed(3)} (${min.toFixed(3)}–${max.toFixed(3)})`
    rows.push([words, mean((each) => each.patients), mean((each) => each.treated), mean((each) => each.busy), ratio])
  }
  console.log(`${days} days of the busy clinic, seeds 1 to ${days}; means a day\n`)
  console.log(toTable(rows))
  return []
}
