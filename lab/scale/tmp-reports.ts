import { existsSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { createDataStore } from '../kit/data-store.ts'
import { openLab } from '../kit/lab.ts'
import { sizeOf } from './fill/clinic.ts'
import { fillClinic } from './fill/fill.ts'

const lab = openLab()
const size = sizeOf(1e6)
const store = await createDataStore(lab, 'PostgreSQL')
console.log(JSON.stringify(store), JSON.stringify(size))
await fillClinic(store, size, console.log)
console.log('READY', store.databaseUrl)
while (!existsSync('/tmp/scale-stop')) await sleep(1000)
await lab.close()
