import { readFileSync, renameSync } from 'node:fs'
import { join } from 'node:path'

// Loaded into a server before anything else (node --import). After a SIGUSR2, its clock and that of its embedded
// database differ from the machine's by the milliseconds in the file clock-offset of DATA_DIR, which it renames to
// clock-set. Timers go on as before, as they do if the clock of a machine is set.

const RealDate = Date
let offsetMs = 0
process.on('SIGUSR2', () => {
  const file = join(process.env.DATA_DIR ?? '', 'clock-offset')
  offsetMs = Number(readFileSync(file, 'utf8'))
  renameSync(file, join(process.env.DATA_DIR ?? '', 'clock-set'))
})
const now = () => RealDate.now() + offsetMs
globalThis.Date = new Proxy(RealDate, {
  apply: () => new RealDate(now()).toString(),
  construct: (target, args) => Reflect.construct(target, args.length === 0 ? [now()] : args),
  get: (target, name, self) => (name === 'now' ? now : Reflect.get(target, name, self)),
})
