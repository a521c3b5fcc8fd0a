import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, inject, it } from 'vitest'
import { freshDatabase } from '#server/testing/database.ts'

it.runIf(inject('engine').kind === 'pglite')('keeps no response in memory', async () => {
  setFlagsFromString('--expose-gc')
  const collectGarbage: () => void = runInNewContext('gc')
  const { executeSql, close } = await freshDatabase()
  const heapAfter = async (queries: number) => {
    for (let sent = 0; sent < queries; sent += 1) await executeSql(`SELECT repeat('x', 5000)`)
    collectGarbage()
    return process.memoryUsage().heapUsed
  }
  const before = await heapAfter(100)
  // Each response kept would be 5 MB together.
  expect((await heapAfter(1_000)) - before).toBeLessThan(2_500_000)
  await close()
})
