import { useEffect, useState } from 'react'

/** Starts to load code that a page can be shown without, and returns the hook that gives it to the page: undefined until it has arrived.
 *  Unlike React's `lazy`, which keeps a placeholder for 300 ms, it is shown at once. A failure shows the error page. */
export function loadLater<Code>(load: () => Promise<Code>): () => Code | undefined {
  let arrived: Code | undefined
  const loading = load().then((code) => {
    arrived = code
    return code
  })
  loading.catch(() => undefined)

  return function useCode() {
    const [code, setCode] = useState(arrived)
    useEffect(() => {
      if (arrived) return setCode(arrived)
      loading.then(setCode, (error) =>
        setCode(() => {
          throw error
        }),
      )
    }, [])
    return code
  }
}
