// npm run bench [-- figure ...]: measures, prints each figure beside what is wanted of it. A whole run writes bench/RESULTS.md.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { available } from './figures/available.ts'
import { booking } from './figures/booking.ts'
import { conflict } from './figures/conflict.ts'
import { login } from './figures/login.ts'
import { memory } from './figures/memory.ts'
import { interaction } from './figures/pages/interaction.ts'
import { lighthouse } from './figures/pages/lighthouse.ts'
import { weight } from './figures/pages/weight.ts'
import { propagation } from './figures/propagation.ts'
import { start } from './figures/start.ts'
import { openLab } from './lab/lab.ts'
import { type Figure, machine, type Row, resultsPage, tableOf } from './lab/report.ts'

const figures: Record<string, Figure> = {
  start,
  booking,
  conflict,
  propagation,
  available,
  memory,
  login,
  weight,
  lighthouse,
  interaction,
}

const asked = process.argv.slice(2)
const unknown = asked.find((name) => !(name in figures))
if (unknown) {
  console.error(`There is no figure "${unknown}": choose from ${Object.keys(figures).join(', ')}`)
  process.exit(1)
}

const began = performance.now()
const lab = openLab()
const place = machine()
const found: { figure: Figure; rows: Row[] }[] = []
try {
  for (const [name, figure] of Object.entries(figures)) {
    if (asked.length > 0 && !asked.includes(name)) continue
    console.log(`\n${figure.title} (${name})`)
    const rows = await figure.measure(lab)
    console.log(tableOf(rows))
    found.push({ figure, rows })
  }
  if (asked.length === 0) writeFileSync(join(import.meta.dirname, 'RESULTS.md'), resultsPage(place, found))
  console.log(`\n${((performance.now() - began) / 1000).toFixed(0)} s`)
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
} finally {
  await lab.close()
}
