import { useEffect, useEffectEvent } from 'react'
import { useSearchParams } from 'react-router'

/** What the address of a page can ask it to open. */
export type Asked = 'new' | 'block' | 'add' | 'absence'

/** Returns the address of a page that opens something there. */
export function asking(path: string, what: Asked, params: Record<string, string | undefined> = {}): string {
  const known = Object.entries(params).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]))
  return `${path}?${new URLSearchParams([...known, ['do', what]])}`
}

/** Opens what the address asks for, once, and takes the question out of the address. */
export function useAsked(what: Asked, open: (params: URLSearchParams) => void): void {
  const [params, setParams] = useSearchParams()
  const isAsked = params.get('do') === what
  const answer = useEffectEvent(() => {
    open(params)
    const kept = [...params].filter(([name]) => !['do', 'from', 'until', 'patient'].includes(name))
    setParams(new URLSearchParams(kept), { replace: true, preventScrollReset: true })
  })
  useEffect(() => {
    if (isAsked) answer()
  }, [isAsked])
}
