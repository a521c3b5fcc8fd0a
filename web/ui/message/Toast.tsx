import CircleAlert from 'lucide-react/icons/circle-alert'
import CircleCheck from 'lucide-react/icons/circle-check'
import { useEffect } from 'react'
import type { PastMessage } from './message-history.ts'

const shownMs = 5000

/** A button in a message, such as 'Undo'. It works once. */
export interface ToastAction {
  label: string
  onPress: () => void
}

/** `open`: still shown as a toast. `about`: the subject, so that a later message about it replaces this one. */
export type Message = PastMessage & { open?: boolean; action?: ToastAction | undefined; about?: string | undefined }

interface ToastProps {
  message: Message
  /** The pointer or the focus is on it: it stays, and its time starts again afterwards. */
  held: boolean
  onAct: (id: number) => void
  onEnd: (id: number) => void
}

/** A message shown for five seconds. */
export function Toast({ message: { id, kind, text, action }, held, onAct, onEnd }: ToastProps) {
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

/** Success or failure, by color and shape. The words beside it say so too. */
export function KindIcon({ kind }: Pick<PastMessage, 'kind'>) {
  if (kind === 'success') return <CircleCheck aria-hidden="true" className="shrink-0 text-success" />
  return <CircleAlert aria-hidden="true" className="shrink-0 text-error" />
}
