/** Has work wait so that no more than `atOnce` pieces of it are under way; the rest follow in the order in which they came. */
export function takingTurns(atOnce: number) {
  const waiting: (() => void)[] = []
  let busy = 0

  return async <Result>(work: () => Promise<Result>): Promise<Result> => {
    if (busy >= atOnce) await new Promise<void>((resolve) => waiting.push(resolve))
    else busy += 1
    try {
      return await work()
    } finally {
      // Whoever is next takes over this place, so that nobody who comes in between is faster.
      const next = waiting.shift()
      if (next) next()
      else busy -= 1
    }
  }
}
