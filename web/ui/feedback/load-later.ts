import { useEffect, useState } from 'react'
import { whenIdle } from './when-idle.ts'

interface Options {
  /** For code that is needed after a press: waits until the page is shown and the browser is idle. */
  waitForIdle?: boolean
}

/** Starts to load code that a page can be shown without. Returns a hook with that code, undefined until it has loaded. React's `lazy` would
 *  show its placeholder for at least 300 ms. A failure shows the error page. */
export function loadLater<Code>(
  load: () => Promise<Code>,
  { waitForIdle = false }: Options = {},
): () => Code | undefined {
  let loaded: Code | undefined
  let loading: Promise<Code> | undefined
  const start = () => {
    loading ??= load().then((code) => {
      loaded = code
      return code
    })
    return loading
  }
  if (!waitForIdle) start().catch(() => undefined)

  return function useCode() {
    const [code, setCode] = useState(loaded)
    useEffect(() => {
      if (loaded) return setCode(loaded)
      const show = () => {
        start().then(setCode, (error) =>
          setCode(() => {
            throw error
          }),
        )
      }
      if (waitForIdle) return whenIdle(show)
      show()
    }, [])
    return code
  }
}
