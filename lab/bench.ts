import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { available } from './figures/available.ts'
import { booking } from './figures/booking.ts'
import { lighthouse } from './figures/lighthouse.ts'
import { load } from './figures/load.ts'
import { start } from './figures/start.ts'
import { weight } from './figures/weight.ts'
import type { Measure } from './kit/lab.ts'
import { describeMachine, type Figure, type Row, toMarkdownTable, toResultsPage } from './kit/report.ts'

const figures: Record<string, Figure> = { start, booking, available, load, weight, lighthouse }

/** npm run bench [-- figure …]: measures all figures, or those that are named, each beside its target. A run of all
 *  figures writes lab/RESULTS.md. */
export const measure: Measure = async (lab, args) => {
  const unknown = args.find((name) => !(name in figures))
  if (unknown) return [`Unknown figure "${unknown}". Choose from ${Object.keys(figures).join(', ')}.`]
  const machine = describeMachine()
  console.log(machine)
  const results: { figure: Figure; rows: Row[] }[] = []
  for (const [name, figure] of Object.entries(figures)) {
    if (args.length > 0 && !args.includes(name)) continue
    console.log(`\n${figure.title} (${name})`)
    const rows = await figure.measure(lab)
    console.log(toMarkdownTable(rows))
    results.push({ figure, rows })
  }
  if (args.length === 0) writeFileSync(join(import.meta.dirname, 'RESULTS.md'), toResultsPage(machine, results))
  return []
}
