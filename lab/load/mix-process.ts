// Runs in its own process, so that sending requests does not block the process that measures. lab/load/mix-apart.ts
// starts it.
import { type Mix, runMix } from './mix.ts'

process.once('message', async (mix) => {
  process.send?.(await runMix(mix as Mix), () => process.disconnect())
})
