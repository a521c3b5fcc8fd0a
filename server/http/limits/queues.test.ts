import { expect, it } from 'vitest'
import { openQueues } from './queues.ts'

const open = () => openQueues({ atOnce: 2, maxWaiting: 3, full: () => new Error('full') })
/** Work that ends when it is told to. */
function work() {
  const { promise, resolve } = Promise.withResolvers<void>()
  const state = { begun: false, end: resolve }
  return Object.assign(state, {
    run: () => {
      state.begun = true
      return promise
    },
  })
}

it('runs a few of a key at once, the next when one ends, and those of other keys at once', async () => {
  const enqueue = open()
  const all = Array.from({ length: 4 }, work)
  const done = all.map(({ run }) => enqueue('ann', run))
  const begun = () => all.map((each) => each.begun)
  await expect.poll(begun).toEqual([true, true, false, false])
  await enqueue('ben', async () => undefined)
  expect(begun()).toEqual([true, true, false, false])
  all[1]?.end()
  await done[1]
  await expect.poll(begun).toEqual([true, true, true, false])
  for (const { end } of all) end()
  await Promise.all(done)
})

it('refuses what is too much to wait, until there is room', async () => {
  const enqueue = open()
  const all = Array.from({ length: 5 }, work)
  const done = all.map(({ run }) => enqueue('ann', run))
  await expect.poll(() => all[1]?.begun).toBe(true)
  await expect(enqueue('ann', async () => undefined)).rejects.toThrow('full')
  for (const { end } of all) end()
  await Promise.all(done)
  expect(await enqueue('ann', async () => 'again')).toBe('again')
})

it('goes on after work that fails', async () => {
  const enqueue = open()
  const failing = () => enqueue('ann', () => Promise.reject(new Error('failed')))
  for (let n = 0; n < 5; n += 1) await expect(failing()).rejects.toThrow('failed')
  expect(await enqueue('ann', () => 1)).toBe(1)
})
