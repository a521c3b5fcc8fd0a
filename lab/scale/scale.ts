import { statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { parseArgs } from 'node:util'
import { formatCount } from '#contract/kit/text/count.ts'
import { createDataStore } from '../kit/data-store.ts'
import type { Lab, Measure } from '../kit/lab.ts'
import { describeMachine } from '../kit/report.ts'
import { writeBetween } from '../kit/table.ts'
import { sizeOf } from './fill/clinic.ts'
import { fillClinic } from './fill/fill.ts'
import { measureClinic, measureSpace } from './measure.ts'
import { type Outcome, tablesOf } from './tables.ts'

// With what the making of indexes needs meanwhile.
const gbPerMillion = 2.5

/** npm run scale -- 1 10 [--write] [--shared-buffers 8GB]: fills a PostgreSQL of its own with 1 and 10 million bookings
 *  and measures the calls of each screen, bookings under load and the space on disk. --write puts the tables into
 *  docs/scaling.md. PostgreSQL has its default settings, unless --shared-buffers gives it more memory. */
export const measure: Measure = async (lab, args) => {
  const { values, positionals } = parseArgs({
    args: [...args],
    options: { write: { type: 'boolean', default: false }, 'shared-buffers': { type: 'string', default: '128MB' } },
    allowPositionals: true,
  })
  const sizes = positionals.map(Number)
  if (sizes.length === 0 || sizes.some((millions) => !(millions > 0)))
    return ['Name the sizes in millions of bookings: npm run scale -- 1 10']
  const { bavail, bsize } = statfsSync(tmpdir())
  const [freeGb, neededGb] = [(bavail * bsize) / 1e9, Math.max(...sizes) * gbPerMillion]
  const room = `${freeGb.toFixed(0)} GB are free in ${tmpdir()}, about ${neededGb.toFixed(1)} are needed`
  if (freeGb < neededGb) return [room]
  console.log(room)
  await lab.postgres({ shared_buffers: values['shared-buffers'] })
  const outcomes: Outcome[] = []
  for (const millions of sizes) outcomes.push(await measureSize(lab, millions))
  const tables = `${describeMachine()}.\n\n${tablesOf(outcomes)}`
  console.log(`\n${tables}`)
  if (values.write) {
    const begin = 'scale: npm run scale -- 1 10 --write'
    writeBetween('docs/scaling.md', { begin, end: 'end of scale' }, tables)
  }
  return []
}

async function measureSize(lab: Lab, millions: number): Promise<Outcome> {
  const size = sizeOf(millions * 1e6)
  console.log(`\n${millions} million bookings: ${size.days} days, ${formatCount(size.patients)} patients`)
  const store = await createDataStore(lab, 'PostgreSQL')
  const startedAt = performance.now()
  await fillClinic(store, size, console.log)
  const fillSeconds = (performance.now() - startedAt) / 1_000
  const space = await measureSpace(store.databaseUrl ?? '')
  return {
    space,
    fillSeconds,
    ...(await measureClinic(lab, store, size, { repeats: 20, seconds: 10, withExports: true, log: console.log })),
  }
}
