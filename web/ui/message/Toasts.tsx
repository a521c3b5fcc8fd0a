import X from 'lucide-react/icons/x'
import { createContext, type ReactNode, useContext, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { MessageLog } from './MessageLog.tsx'
import type { PastMessage } from './message-history.ts'
import { MessagesPlace } from './messages-place.ts'
import { Toast } from './Toast.tsx'
import { type ShowToast, useMessages } from './use-messages.ts'

const ToastContext = createContext<ShowToast>(() => undefined)

/** Shows a message for five seconds: politely for a success, assertively for an error. It stays in the recent messages, with its `action`. */
export function useToast() {
  return useContext(ToastContext)
}

/** The messages to the person with this address: announced, shown for a while and kept (docs/decisions/0018). */
export function Toasts({ email, children }: { email: string; children: ReactNode }) {
  const { messages, show, end, endAll, act } = useMessages(email)
  const [pointed, setPointed] = useState(false)
  const [focused, setFocused] = useState(false)
  const held = pointed || focused
  const place = useContext(MessagesPlace)
  const log = useRef<HTMLButtonElement>(null)
  const open = messages.filter((message) => message.open)
  const frame = open.length > 0 ? 'rounded-box border border-edge bg-card p-4 shadow-float' : ''

  // Both buttons go with the press, so the focus moves on before they do.
  function leave() {
    log.current?.focus()
    setPointed(false)
  }

  function actAndLeave(id: number) {
    leave()
    act(id)
  }

  const shown = (wanted: PastMessage['kind']) =>
    open.map(
      ({ id, kind, text, action }) =>
        kind === wanted && <Toast key={id} {...{ id, kind, text, action, held }} onAct={actAndLeave} onEnd={end} />,
    )

  return (
    <ToastContext value={show}>
      {children}
      {place &&
        createPortal(<MessageLog messages={messages} opener={log} onOpen={endAll} onAct={actAndLeave} />, place)}
      <section
        aria-label="New messages"
        className={`fixed top-20 right-5 left-5 z-50 ml-auto flex max-w-96 items-start gap-3 print:hidden ${frame}`}
        onPointerEnter={() => setPointed(true)}
        onPointerLeave={() => setPointed(false)}
        onFocus={() => setFocused(true)}
        onBlur={() => setFocused(false)}
      >
        {/* The regions exist before their messages: a screen reader announces what enters a live region, not a new region.
            The close button stays outside, so that it is not announced. */}
        <div className="min-w-0 flex-1">
          <div role="alert" aria-atomic="false">
            {shown('error')}
          </div>
          <div role="status" aria-atomic="false">
            {shown('success')}
          </div>
        </div>
        {open.length > 0 && (
          <button
            type="button"
            className="-m-2 grid size-10 shrink-0 cursor-pointer place-items-center rounded-field"
            onClick={() => {
              leave()
              endAll()
            }}
          >
            <X size={18} aria-hidden="true" />
            <span className="sr-only">Close this message</span>
          </button>
        )}
      </section>
    </ToastContext>
  )
}
