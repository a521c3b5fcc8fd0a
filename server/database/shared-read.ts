/** Returns `read` so that equal reads at the same time share a query. A caller that asks while one runs shares the
 *  next one: a query that has begun may miss what that caller has just changed. */
export function shareReads<Args extends readonly unknown[], Result>(
  read: (...args: Args) => Promise<Result>,
): (...args: Args) => Promise<Result> {
  type Running = { current: Promise<Result>; next?: Promise<Result> }
  const running = new Map<string, Running>()

  const begin = (key: string, args: Args) => {
    const entry: Running = { current: read(...args) }
    running.set(key, entry)
    const forget = () => {
      if (running.get(key) === entry) running.delete(key)
    }
    entry.current.then(forget, forget)
    return entry.current
  }
  return (...args) => {
    const key = JSON.stringify(args)
    const entry = running.get(key)
    if (!entry) return begin(key, args)
    const follow = () => begin(key, args)
    entry.next ??= entry.current.then(follow, follow)
    return entry.next
  }
}
