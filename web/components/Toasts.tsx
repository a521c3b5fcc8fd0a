import X from 'lucide-react/icons/x'
import { createContext, type ReactNode, useCallback, useContext, useEffect, useRef, useState } from 'react'
import { readSaid, type Said, writeSaid } from '#web/session/said.ts'
import { MessageLog } from './MessageLog.tsx'
import { Toast } from './Toast.tsx'

type Message = Said & { open?: boolean }

const most = 50
const ShowToast = createContext<(kind: Said['kind'], text: string) => void>(() => undefined)

/** Says something for five seconds in the corner: politely when it went well, at once when not. It stays in the log of the visit. */
export function useToast() {
  return useContext(ShowToast)
}

/** What is said to the person with this address: read out, shown for a while, and kept (docs/decisions/0018). */
export function Toasts({ email, children }: { email: string; children: ReactNode }) {
  const [messages, setMessages] = useState<Message[]>(() => readSaid(email))
  const [pointed, setPointed] = useState(false)
  const [focused, setFocused] = useState(false)
  const held = pointed || focused
  const log = useRef<HTMLButtonElement>(null)
  const open = messages.filter((message) => message.open)
  const look = open.length > 0 ? 'rounded-box border border-edge bg-base-100 p-4 shadow-float' : ''

  const show = useCallback((kind: Said['kind'], text: string) => {
    setMessages((before) => {
      const id = (before[0]?.id ?? 0) + 1
      return [{ id, kind, text, at: Date.now(), open: true }, ...before].slice(0, most)
    })
  }, [])
  const end = useCallback((id: number) => {
    setMessages((before) => before.map((message) => (message.id === id ? { ...message, open: false } : message)))
  }, [])
  const endAll = () => setMessages((before) => before.map((message) => ({ ...message, open: false })))

  useEffect(() => {
    if (messages.length > 0) writeSaid(email, messages)
  }, [email, messages])

  function close() {
    log.current?.focus()
    setPointed(false)
    endAll()
  }

  const shown = (wanted: Said['kind']) =>
    open.map(({ id, kind, text }) => kind === wanted && <Toast key={id} {...{ id, kind, text, held }} onEnd={end} />)

  return (
    <ShowToast value={show}>
      {children}
      <MessageLog messages={messages} opener={log} onOpen={endAll} />
      <section
        aria-label="New messages"
        className={`fixed right-5 bottom-20 left-5 z-50 ml-auto flex max-w-96 items-start gap-3 print:hidden ${look}`}
        onPointerEnter={() => setPointed(true)}
        onPointerLeave={() => setPointed(false)}
        onFocus={() => setFocused(true)}
        onBlur={() => setFocused(false)}
      >
        {/* There before anything is said, since a screen reader speaks of what comes into a region and not of one that comes;
            without the button, so that it speaks of nothing else. */}
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
            onClick={close}
          >
            <X size={18} aria-hidden="true" />
            <span className="sr-only">Close this message</span>
          </button>
        )}
      </section>
    </ShowToast>
  )
}
