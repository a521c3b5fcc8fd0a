import { useEffect } from 'react'
import type { Said } from '#web/session/said.ts'
import { KindIcon } from './KindIcon.tsx'

const shownMs = 5000

interface ToastProps extends Pick<Said, 'id' | 'kind' | 'text'> {
  /** Somebody points at it or has the focus in it, so it stays; its time then begins anew. */
  held: boolean
  onEnd: (id: number) => void
}

/** One message in the corner, for as long as it takes to read. */
export function Toast({ id, kind, text, held, onEnd }: ToastProps) {
  useEffect(() => {
    if (held) return
    const timer = setTimeout(onEnd, shownMs, id)
    return () => clearTimeout(timer)
  }, [held, onEnd, id])

  return (
    <p className="flex items-start gap-3 py-1">
      <KindIcon kind={kind} />
      <span className="wrap-anywhere">{text}</span>
    </p>
  )
}
