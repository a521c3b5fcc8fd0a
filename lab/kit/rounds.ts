/** Median and range of several measurements. */
export type Summary = { median: number; min: number; max: number }

/** Returns the median, minimum and maximum of `values`; NaN for none. */
export function summarize(values: number[]): Summary {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted.length / 2
  const [low = Number.NaN, high = low] = sorted.slice(Math.ceil(middle) - 1, Math.floor(middle) + 1)
  return { median: (low + high) / 2, min: sorted[0] ?? Number.NaN, max: sorted.at(-1) ?? Number.NaN }
}

/** Runs every candidate once per round (A B A B A B), so that other load on the machine affects all of them equally.
 *  Returns each candidate's values in order. */
export async function measureInterleaved<Name extends string>(
  rounds: number,
  candidates: Record<Name, () => Promise<number>>,
): Promise<Record<Name, number[]>> {
  const entries = Object.entries(candidates) as [Name, () => Promise<number>][]
  const values = Object.fromEntries(entries.map(([name]) => [name, [] as number[]])) as Record<Name, number[]>
  for (let round = 0; round < rounds; round += 1) {
    for (const [name, measure] of entries) values[name].push(await measure())
  }
  return values
}

/** Divides `values` by `baseline` round by round and summarizes the ratios. */
export function summarizeRatios(values: number[], baseline: number[]): Summary {
  return summarize(values.map((value, round) => value / (baseline[round] ?? Number.NaN)))
}
