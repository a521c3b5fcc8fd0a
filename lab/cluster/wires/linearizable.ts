/** A call on one object and its answer. `start` and `end` are times of one clock; `end` is infinite for a call without
 *  an answer, which may have taken effect at any time since, or never. */
export type Operation<State> = {
  start: number
  end: number
  /** Returns the state after it; undefined if its answer is impossible in `state`. */
  apply: (state: State) => State | undefined
}

/** Tells whether each operation can have taken effect at one moment between its start and its end, in an order that
 *  explains all answers (Herlihy and Wing, 1990). `keyOf` returns the same text for the same states.
 *
 *  The search is that of Wing and Gong: the next operation is one that starts before any other has ended. A set of
 *  operations that led to a state without success is not tried again (Lowe, 2017). */
export function isLinearizable<State>(
  operations: readonly Operation<State>[],
  initial: State,
  keyOf: (state: State) => string,
): boolean {
  const sorted = operations.toSorted((a, b) => a.start - b.start)
  const answered = sorted.filter(({ end }) => end !== Number.POSITIVE_INFINITY).length
  const tried = new Set<string>()
  type Step = { state: State; done: ReadonlySet<number>; answered: number }
  const open: Step[] = [{ state: initial, done: new Set(), answered: 0 }]
  for (let step = open.pop(); step; step = open.pop()) {
    if (step.answered === answered) return true
    // From the last: the search follows the order of the starts.
    for (const at of candidates(sorted, step.done).reverse()) {
      const operation = sorted[at] as Operation<State>
      const state = operation.apply(step.state)
      if (state === undefined) continue
      const done = new Set(step.done).add(at)
      const key = `${placesOf(done)} ${keyOf(state)}`
      if (tried.has(key)) continue
      tried.add(key)
      const isAnswered = operation.end !== Number.POSITIVE_INFINITY
      open.push({ state, done, answered: step.answered + (isAnswered ? 1 : 0) })
    }
  }
  return false
}

/** Returns the places of the operations that can be next. */
function candidates<State>(sorted: readonly Operation<State>[], done: ReadonlySet<number>) {
  let earliestEnd = Number.POSITIVE_INFINITY
  const found: number[] = []
  for (const [at, { start, end }] of sorted.entries()) {
    if (done.has(at)) continue
    if (start > earliestEnd) break
    found.push(at)
    earliestEnd = Math.min(earliestEnd, end)
  }
  return found.filter((at) => (sorted[at]?.start ?? 0) <= earliestEnd)
}

// Most sets are a beginning of the list and a few more.
function placesOf(done: ReadonlySet<number>): string {
  let first = 0
  while (done.has(first)) first += 1
  return [first, ...[...done].filter((at) => at > first).sort((a, b) => a - b)].join(',')
}
