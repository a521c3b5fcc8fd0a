import { expect, it } from 'vitest'
import { bestDay } from './best-day.ts'
import { fillDay } from './fill-day.ts'

it('filled gaps treat more of a day than the grid, and than times that follow the last appointment', async () => {
  const seeds = [1, 2, 3]
  const minutesOf = (way: Parameters<typeof fillDay>[0]) =>
    seeds.reduce((sum, seed) => sum + fillDay(way, seed).treated, 0)
  expect(minutesOf('filled')).toBeGreaterThan(minutesOf('restart') * 1.04)
  expect(minutesOf('restart')).toBeGreaterThan(minutesOf('grid') * 1.04)
  const { treated, demand } = fillDay('filled', 3)
  const best = await bestDay(demand)
  expect(treated / best).toBeGreaterThan(0.9)
  expect(treated).toBeLessThanOrEqual(best)
})
