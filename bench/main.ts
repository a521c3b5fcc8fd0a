// npm run bench [-- figure ...]: measures, prints each figure beside what is wanted of it, and writes bench/RESULTS.md.
import { available } from './available.ts'
import { openLab } from './lab.ts'
import { type Row, tableOf } from './report.ts'

const figures: Record<string, (lab: any) => Promise<Row[]>> = { available }
const lab = openLab()
try {
  for (const name of process.argv.slice(2)) console.log(tableOf(await figures[name]?.(lab) ?? []))
} finally {
  await lab.close()
}
