// Runs in its own process, so that sending requests does not block the process that measures. bench/lab/mix/run.ts starts it.
import { type Mix, runMix } from './mix.ts'

process.once('message', async (mix) => {
  process.send?.(await runMix(mix as Mix), () => process.disconnect())
})
