import { expect, test } from 'vitest'
import { cachedState } from './state.ts'

const state = {
  jobs: [],
  unsentMail: { count: 1, oldestSeconds: 2 },
  refundsWaiting: 3,
  lastBackup: undefined,
  disk: { free: 4, size: 5 },
}

test('the state is read at most every 15 seconds, however often it is asked for', async () => {
  let reads = 0
  let now = 0
  const read = cachedState(
    async () => {
      reads += 1
      return state
    },
    () => now,
  )
  expect(await Promise.all([read(), read()])).toEqual([state, state])
  now = 14_999
  await read()
  expect(reads).toBe(1)
  now = 15_000
  await read()
  expect(reads).toBe(2)
})

test('a state that can’t be read is undefined, and is read again later', async () => {
  let now = 0
  let isDown = true
  const read = cachedState(
    () => (isDown ? Promise.reject(new Error('down')) : Promise.resolve(state)),
    () => now,
  )
  expect(await read()).toBeUndefined()
  isDown = false
  now = 15_000
  expect(await read()).toEqual(state)
})
