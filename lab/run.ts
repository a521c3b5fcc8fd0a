// npm run bench, filling, scale, search-times, soak and waiting-list run `node lab/run.ts NAME [ARGUMENT …]`: measures
// one thing, prints it and names what is not as it should be, which makes the exit code 1.
import { type Measure, openLab } from './kit/lab.ts'

const measurements: Record<string, () => Promise<{ measure: Measure }>> = {
  bench: () => import('./bench.ts'),
  filling: () => import('./filling/filling.ts'),
  scale: () => import('./scale/scale.ts'),
  'search-times': () => import('./scale/search-times.ts'),
  soak: () => import('./soak/soak.ts'),
  'waiting-list': () => import('./waiting-list/waiting-list.ts'),
}

const [name = '', ...args] = process.argv.slice(2)
const load = measurements[name]
if (!load) {
  console.error(`Unknown measurement "${name}". Choose from ${Object.keys(measurements).join(', ')}.`)
  process.exit(1)
}
const { measure } = await load()
const lab = openLab()
const startedAt = performance.now()
try {
  const failures = await measure(lab, args)
  for (const failure of failures) console.error(`✗ ${failure}`)
  console.log(`\n${((performance.now() - startedAt) / 1_000).toFixed(0)} s`)
  process.exitCode = failures.length > 0 ? 1 : 0
} finally {
  await lab.close()
}
