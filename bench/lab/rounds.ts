/** The median of several rounds, and between what they lay. */
export type Spread = { median: number; least: number; most: number }

/** The middle one, and the range. */
export function spreadOf(values: number[]): Spread {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted.length / 2
  const [low = Number.NaN, high = low] = sorted.slice(Math.ceil(middle) - 1, Math.floor(middle) + 1)
  return { median: (low + high) / 2, least: sorted[0] ?? Number.NaN, most: sorted.at(-1) ?? Number.NaN }
}

/** Measures each of `contenders` in turn, `rounds` times over (A B A B A B), so that what else happens on the machine falls on all of them. */
export async function inTurn<Name extends string>(
  rounds: number,
  contenders: Record<Name, () => Promise<number>>,
): Promise<Record<Name, number[]>> {
  const entries = Object.entries(contenders) as [Name, () => Promise<number>][]
  const rates = Object.fromEntries(entries.map(([name]) => [name, [] as number[]])) as Record<Name, number[]>
  for (let round = 0; round < rounds; round += 1) {
    for (const [name, measure] of entries) rates[name].push(await measure())
  }
  return rates
}

/** The ratios of two contenders, round by round. */
export function ratios(of: number[], to: number[]): Spread {
  return spreadOf(of.map((rate, round) => rate / (to[round] ?? Number.NaN)))
}
