const tries = 7

/** Returns how many times the time of `work` grows when its input grows from `small` to `large`. It compares the
 *  shortest of several tries, because a busy machine only makes them longer. */
export function growth(work: (size: number) => void, small: number, large: number): number {
  const shortest = (size: number) => Math.min(...Array.from({ length: tries }, () => timeOf(() => work(size))))
  // The first calls are compiled.
  shortest(small)
  return shortest(large) / shortest(small)
}

function timeOf(work: () => void): number {
  const before = performance.now()
  work()
  return performance.now() - before
}
