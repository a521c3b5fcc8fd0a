import { useEffect, useState } from 'react'

interface LaterCode<Code> {
  /** Undefined until it has loaded. */
  loaded?: Code
  /** Calls share a load in progress; after a failed one the next call tries again. */
  load: () => Promise<Code>
}

const started = new Set<LaterCode<unknown>>()

/** Waits for the code that `loadLater` has started to load, so that the first render has it. */
export async function loadStarted(): Promise<void> {
  const known = [...started]
  await Promise.all(known.map((later) => later.loaded ?? later.load()))
  if (started.size > known.length) await loadStarted()
}

/** Starts to load code that a page can be shown without. Returns a hook with that code, undefined until it has loaded.
 *  React's `lazy` would show its placeholder for at least 300 ms. A failure shows the error page. */
export function loadLater<Code>(load: () => Promise<Code>): () => Code | undefined {
  const later = laterCode(load)
  started.add(later)
  later.load().catch(() => undefined)
  return () => useCode(later, true)
}

/** Returns a hook with code that is needed after a press, undefined until it has loaded. It loads once the person uses
 *  the page and the browser is idle, or at once if `isNeeded`. A failure shows the error page only if the code is
 *  needed. */
export function loadWhenIdle<Code>(load: () => Promise<Code>): (isNeeded: boolean) => Code | undefined {
  const later = laterCode(load)
  return (isNeeded) => useCode(later, isNeeded)
}

function laterCode<Code>(load: () => Promise<Code>): LaterCode<Code> {
  let loading: Promise<Code> | undefined
  const later: LaterCode<Code> = {
    load() {
      loading ??= load()
        .then((code) => {
          later.loaded = code
          return code
        })
        .finally(() => {
          loading = undefined
        })
      return loading
    },
  }
  return later
}

function useCode<Code>(later: LaterCode<Code>, isNeeded: boolean): Code | undefined {
  const [code, setCode] = useState(later.loaded)
  useEffect(() => {
    if (later.loaded) return setCode(later.loaded)
    const show = (onError: (error: unknown) => void) => void later.load().then(setCode, onError)
    if (!isNeeded) return whenIdle(() => show(() => undefined))
    show((error) =>
      setCode(() => {
        throw error
      }),
    )
  }, [later, isNeeded])
  return code
}

/** What a person does first with a page: a pointer or a finger moves, a key is pressed, the page scrolls. */
const signs = ['pointermove', 'pointerdown', 'keydown', 'wheel', 'scroll'] as const

let isUsed = false

/** Runs `work` once the person has begun to use the page and the browser has nothing else to do. A page that nobody
 *  uses loads nothing more. Returns a function that cancels it. */
export function whenIdle(work: () => void): () => void {
  if (isUsed) return atNextIdle(work)
  let cancel: () => void
  const stopWaiting = () => {
    for (const sign of signs) removeEventListener(sign, begin, true)
  }
  const begin = () => {
    isUsed = true
    stopWaiting()
    cancel = atNextIdle(work)
  }
  cancel = stopWaiting
  for (const sign of signs) addEventListener(sign, begin, { capture: true, passive: true })
  return () => cancel()
}

function atNextIdle(work: () => void): () => void {
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
