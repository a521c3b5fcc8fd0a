import { useEffect } from 'react'
import { KindIcon } from './KindIcon.tsx'
import type { PastMessage } from './message-history.ts'

const shownMs = 5000

/** A button in a message, such as 'Undo'. It works once. */
export interface ToastAction {
  label: string
  onPress: () => void
}

/** `open`: still shown as a toast. `about`: what it is about, for later messages about the same. */
export type Message = PastMessage & { open?: boolean; action?: ToastAction | undefined; about?: string | undefined }

interface ToastProps extends Pick<Message, 'id' | 'kind' | 'text'> {
  action: ToastAction | undefined
  /** The pointer or the focus is on it: it stays, and its time starts again afterwards. */
  held: boolean
  onAct: (id: number) => void
  onEnd: (id: number) => void
}

/** One message, shown for as long as it takes to read. */
export function Toast({ id, kind, text, action, held, onAct, onEnd }: ToastProps) {
  useEffect(() => {
    if (held) return
    const timer = setTimeout(onEnd, shownMs, id)
    return () => clearTimeout(timer)
  }, [held, onEnd, id])

  return (
    <div className="flex items-start gap-3 py-1">
      <KindIcon kind={kind} />
      <div className="min-w-0 flex-1">
        <p className="wrap-anywhere">{text}</p>
        {action && <ActionButton action={action} onAct={() => onAct(id)} />}
      </div>
    </div>
  )
}

export function ActionButton({ action, onAct }: { action: ToastAction; onAct: () => void }) {
  return (
    <button type="button" className="btn btn-line mt-2" onClick={onAct}>
      {action.label}
    </button>
  )
}
