// npm run bench [-- figure …]: measures and prints each figure beside its target. A run of all figures writes
// lab/RESULTS.md.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { available } from './figures/available.ts'
import { booking } from './figures/booking.ts'
import { lighthouse } from './figures/lighthouse.ts'
import { load } from './figures/load.ts'
import { start } from './figures/start.ts'
import { weight } from './figures/weight.ts'
import { openLab } from './kit/lab.ts'
import { describeMachine, type Figure, type Row, toMarkdownTable, toResultsPage } from './kit/report.ts'

const figures: Record<string, Figure> = { start, booking, available, load, weight, lighthouse }

const selected = process.argv.slice(2)
const unknown = selected.find((name) => !(name in figures))
if (unknown) {
  console.error(`Unknown figure "${unknown}". Choose from ${Object.keys(figures).join(', ')}.`)
  process.exit(1)
}

const startedAt = performance.now()
const lab = openLab()
const machine = describeMachine()
const results: { figure: Figure; rows: Row[] }[] = []
try {
  for (const [name, figure] of Object.entries(figures)) {
    if (selected.length > 0 && !selected.includes(name)) continue
    console.log(`\n${figure.title} (${name})`)
    const rows = await figure.measure(lab)
    console.log(toMarkdownTable(rows))
    results.push({ figure, rows })
  }
  if (selected.length === 0) writeFileSync(join(import.meta.dirname, 'RESULTS.md'), toResultsPage(machine, results))
  console.log(`\n${((performance.now() - startedAt) / 1000).toFixed(0)} s`)
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
} finally {
  await lab.close()
}
