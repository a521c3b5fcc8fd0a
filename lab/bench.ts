import { available } from './figures/available.ts'
import { booking } from './figures/booking.ts'
import { lighthouse } from './figures/lighthouse.ts'
import { load } from './figures/load.ts'
import { start } from './figures/start.ts'
import { weight } from './figures/weight.ts'
import type { Measure } from './kit/lab.ts'
import { describeMachine, type Figure, toMarkdownTable } from './kit/report.ts'

const figures: Record<string, Figure> = { start, booking, available, load, weight, lighthouse }

/** npm run bench [-- figure …]: measures all figures, or those that are named, each beside its target. Compare ratios:
 *  their two sides are measured in turn, while the cores are shared with the load generator and the database. */
export const measure: Measure = async (lab, args) => {
  const unknown = args.find((name) => !(name in figures))
  if (unknown) return [`Unknown figure "${unknown}". Choose from ${Object.keys(figures).join(', ')}.`]
  console.log(describeMachine())
  for (const [name, figure] of Object.entries(figures)) {
    if (args.length > 0 && !args.includes(name)) continue
    console.log(`\n${figure.title} (${name})\n${figure.method}\n`)
    console.log(toMarkdownTable(await figure.measure(lab)))
  }
  return []
}
