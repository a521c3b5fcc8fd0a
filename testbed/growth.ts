const tries = 5

/** Returns how many times the processor time of `work` grows when its input grows from `small` to `large`. It compares
 *  the shortest of several tries, because a busy machine only makes them longer. */
export function growth(work: (size: number) => void, small: number, large: number): number {
  const cost = (size: number) => Math.min(...Array.from({ length: tries }, () => cpuOf(() => work(size))))
  // The first calls are compiled.
  work(small)
  return cost(large) / Math.max(cost(small), 1)
}

/** Returns the processor time of `work`, in microseconds. */
function cpuOf(work: () => void): number {
  const before = process.cpuUsage()
  work()
  return process.cpuUsage(before).user
}
