import { useEffect, useState } from 'react'

/** Starts to load code that a page can be shown without. Returns a hook with that code, undefined until it has loaded. React's `lazy` would
 *  show its placeholder for at least 300 ms. A failure shows the error page. */
export function loadLater<Code>(load: () => Promise<Code>): () => Code | undefined {
  let loaded: Code | undefined
  const loading = load().then((code) => {
    loaded = code
    return code
  })
  loading.catch(() => undefined)

  return function useCode() {
    const [code, setCode] = useState(loaded)
    useEffect(() => {
      if (loaded) return setCode(loaded)
      loading.then(setCode, (error) =>
        setCode(() => {
          throw error
        }),
      )
    }, [])
    return code
  }
}
