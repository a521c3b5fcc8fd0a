/** Runs `work` when the browser has nothing else to do. Returns a function that cancels it. */
export function whenIdle(work: () => void): () => void {
  // Safari has no idle callbacks.
  if (!('requestIdleCallback' in window)) {
    const timer = setTimeout(work, 200)
    return () => clearTimeout(timer)
  }
  const waiting = requestIdleCallback(work)
  return () => cancelIdleCallback(waiting)
}

/** Resolves after the browser has painted the last change. */
export function nextFrame(): Promise<void> {
  return new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
}
