import { expect, it } from 'vitest'
import { QueueFullError, takingTurns } from './concurrency.ts'

const turn = () => new Promise(setImmediate)

it('runs two jobs at a time, and all in the end', async () => {
  const inTurn = takingTurns(2)
  let running = 0
  let most = 0
  const work = (n: number) => async () => {
    running += 1
    most = Math.max(most, running)
    await turn()
    running -= 1
    if (n === 3) throw new Error('this one fails')
    return n
  }
  const done = await Promise.allSettled(Array.from({ length: 10 }, (_, n) => inTurn(work(n))))
  expect(done.map(({ status }) => status === 'fulfilled')).toEqual([1, 1, 1, 0, 1, 1, 1, 1, 1, 1].map(Boolean))
  expect(most).toBe(2)
})

it('refuses a job while its queue is full, and takes the next once it is not', async () => {
  const inTurn = takingTurns(1, 2)
  const jobs = Array.from({ length: 3 }, () => inTurn(turn))
  await expect(inTurn(turn)).rejects.toThrow(QueueFullError)
  await Promise.all(jobs)
  await expect(inTurn(async () => 'done')).resolves.toBe('done')
})
