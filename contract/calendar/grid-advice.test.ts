import { describe, expect, it } from 'vitest'
import { adviseGrid, countInDay } from './grid-advice.ts'

const nineHours = [{ from: 480, until: 1_020 }]
const week = [
  { weekday: 1, periods: nineHours },
  { weekday: 6, periods: [{ from: 480, until: 720 }] },
]
const length = (durationMinutes: number, bufferMinutes = 0) => ({ durationMinutes, bufferMinutes })
const grids = [5, 10, 15, 20, 30, 45, 60]

/** Returns a random number below `limit`, the same in each run. */
function randomNumbers(seed: number) {
  let state = seed
  return (limit: number) => {
    state = (state * 48_271) % 2_147_483_647
    return state % limit
  }
}

describe('the appointments of a treatment that fit a day', () => {
  it.each([
    ['half as many check-ups of 15 minutes on a grid of 30', nineHours, 30, length(15), 18],
    ['all of them on a grid of 15', nineHours, 15, length(15), 36],
    ['cleaning up counts between two', nineHours, 30, length(30, 10), 9],
    ['cleaning up may run past the end', [{ from: 480, until: 510 }], 30, length(30, 60), 1],
    ['a treatment that is longer than the day', nineHours, 30, length(600), 0],
    [
      'each period begins a grid of its own',
      [
        { from: 480, until: 525 },
        { from: 555, until: 600 },
      ],
      30,
      length(15),
      4,
    ],
    [
      'cleaning up that runs into the next period',
      [
        { from: 480, until: 510 },
        { from: 520, until: 580 },
      ],
      30,
      length(30, 20),
      2,
    ],
    ['no hours', [], 30, length(15), 0],
  ])('%s', (_case, periods, grid, treatment, count) => {
    expect(countInDay(periods, grid, treatment)).toBe(count)
  })

  it('are as many as a search finds, and a grid that divides another never fits fewer', () => {
    const random = randomNumbers(7)
    for (let round = 0; round < 300; round += 1) {
      const from = random(100) * 5
      const first = { from, until: from + 30 + random(50) * 5 }
      const second = { from: first.until + 5 + random(12) * 5, until: first.until + 70 + random(50) * 5 }
      const treatment = length(5 + random(24) * 5, random(7) * 5)
      const counts = grids.map((grid) => countInDay([second, first], grid, treatment))
      expect(counts).toEqual(grids.map((grid) => mostOf([first, second], grid, treatment)))
      for (const [i, fine] of grids.entries())
        for (const [j, coarse] of grids.entries())
          if (coarse % fine === 0) expect(counts[i]).toBeGreaterThanOrEqual(counts[j] ?? 0)
    }
  })
})

/** Returns the most appointments that any choice of starts has. */
function mostOf(
  periods: { from: number; until: number }[],
  grid: number,
  { durationMinutes, bufferMinutes }: ReturnType<typeof length>,
) {
  const starts = periods.flatMap(({ from, until }) =>
    Array.from({ length: Math.ceil((until - from) / grid) }, (_, n) => from + n * grid).filter(
      (start) => start + durationMinutes <= until,
    ),
  )
  const best = new Map<number, number>()
  for (const start of starts.toReversed()) {
    const later = starts.filter((other) => other >= start + durationMinutes + bufferMinutes)
    best.set(start, 1 + Math.max(0, ...later.map((other) => best.get(other) ?? 0)))
  }
  return Math.max(0, ...best.values())
}

describe('the better grid', () => {
  it('is that of most appointments on the longest day, the coarsest of several', () => {
    expect(adviseGrid({ week, gridMinutes: 30 }, length(15), [])).toEqual({
      now: 18,
      better: { gridMinutes: 15, count: 36 },
    })
    expect(adviseGrid({ week, gridMinutes: 30 }, length(30, 10), [])).toEqual({
      now: 9,
      better: { gridMinutes: 20, count: 13 },
    })
  })

  it('takes no time from another treatment', () => {
    const others = [length(30)]
    expect(adviseGrid({ week, gridMinutes: 30 }, length(20), [])?.better).toEqual({ gridMinutes: 20, count: 27 })
    expect(adviseGrid({ week, gridMinutes: 30 }, length(20), others)?.better).toEqual({ gridMinutes: 10, count: 27 })
  })

  it.each([
    ['the grid fits', 30, length(30)],
    ['the length is not typed yet', 30, length(Number.NaN)],
    ['the grid is not typed yet', Number.NaN, length(15)],
    ['the length is zero', 30, length(0)],
  ])('is none if %s', (_case, gridMinutes, treatment) => {
    expect(adviseGrid({ week, gridMinutes }, treatment, [])).toBeUndefined()
    expect(adviseGrid({ week: [], gridMinutes }, treatment, [])).toBeUndefined()
  })
})
