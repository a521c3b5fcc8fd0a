import X from 'lucide-react/icons/x'
import { type ReactNode, useCallback, useContext, useEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { MenuPlace, MessagesPlace } from '../frame/Frame.tsx'
import { MessageLog } from './MessageLog.tsx'
import { readMessageHistory, writeMessageHistory } from './message-history.ts'
import { type Message, Toast } from './Toast.tsx'
import { type ShowToast, ToastContext } from './use-toast.ts'

/** Shows, announces and keeps the messages to the user with this email (docs/decisions/0018). */
export function Toasts({ email, children }: { email: string; children: ReactNode }) {
  const { messages, show, end, endAll, act } = useMessages(email)
  const place = useContext(MessagesPlace)
  const log = useRef<HTMLButtonElement>(null)
  const open = messages.filter((message) => message.open)

  function actAndLeave(id: number) {
    log.current?.focus()
    act(id)
  }

  function closeAll() {
    log.current?.focus()
    endAll()
  }

  return (
    <ToastContext value={show}>
      {children}
      {place &&
        createPortal(<MessageLog messages={messages} opener={log} onOpen={endAll} onAct={actAndLeave} />, place)}
      <OpenToasts messages={open} onAct={actAndLeave} onEnd={end} onClose={closeAll} />
    </ToastContext>
  )
}

interface OpenToastsProps {
  messages: Message[]
  /** These two remove the pressed button, so they move the focus first. */
  onAct: (id: number) => void
  onClose: () => void
  onEnd: (id: number) => void
}

function OpenToasts({ messages, onAct, onClose, onEnd }: OpenToastsProps) {
  const [pointed, setPointed] = useState(false)
  const [focused, setFocused] = useState(false)
  const isInRail = useContext(MenuPlace) !== null
  const frame = messages.length > 0 ? 'rounded-box border border-edge bg-card p-4 shadow-float' : ''

  // A removed element fires no `pointerleave`.
  function act(id: number) {
    setPointed(false)
    onAct(id)
  }

  function close() {
    setPointed(false)
    onClose()
  }

  const toasts = (kind: Message['kind']) =>
    messages
      .filter((message) => message.kind === kind)
      .map((message) => (
        <Toast key={message.id} message={message} held={pointed || focused} onAct={act} onEnd={onEnd} />
      ))

  return (
    <section
      aria-label="New messages"
      className={`fixed top-(--below-header) right-5 left-5 z-50 ml-auto flex max-w-96 items-start gap-3 print:hidden ${isInRail ? 'lg:left-64 lg:mr-auto' : 'max-md:top-auto max-md:bottom-4'} ${frame}`}
      onPointerEnter={() => setPointed(true)}
      onPointerLeave={() => setPointed(false)}
      onFocus={() => setFocused(true)}
      onBlur={() => setFocused(false)}
    >
      {/* The regions exist before their messages: a screen reader announces what enters a live region, not a new region.
          The close button is outside them, so that it is not announced. */}
      <div className="min-w-0 flex-1">
        <div role="alert" aria-atomic="false">
          {toasts('error')}
        </div>
        <div role="status" aria-atomic="false">
          {toasts('success')}
        </div>
      </div>
      {messages.length > 0 && (
        <button
          type="button"
          className="-m-2 grid size-11 shrink-0 cursor-pointer place-items-center rounded-field"
          onClick={close}
        >
          <X size={18} aria-hidden="true" />
          <span className="sr-only">Close this message</span>
        </button>
      )}
    </section>
  )
}

const maxMessages = 50
const ended = { open: false, action: undefined }

/** The messages to the user with this email, newest first. They survive a reload. */
function useMessages(email: string) {
  const [messages, setMessages] = useState<Message[]>(() => readMessageHistory(email))

  useEffect(() => {
    if (messages.length > 0) writeMessageHistory(email, messages)
  }, [email, messages])

  const show = useCallback<ShowToast>((kind, text, action, about) => {
    setMessages((before) => {
      const id = (before[0]?.id ?? 0) + 1
      const isOver = (message: Message) => about !== undefined && message.about === about
      const earlier = before.map((message) => (isOver(message) ? { ...message, ...ended } : message))
      return [{ id, kind, text, action, about, at: Date.now(), open: true }, ...earlier].slice(0, maxMessages)
    })
  }, [])

  const update = (id: number, change: Partial<Message>) =>
    setMessages((before) => before.map((message) => (message.id === id ? { ...message, ...change } : message)))
  const end = useCallback((id: number) => update(id, { open: false }), [])
  const endAll = () => setMessages((before) => before.map((message) => ({ ...message, open: false })))

  /** Runs the message's action, which works once. */
  function act(id: number) {
    const action = messages.find((message) => message.id === id)?.action
    update(id, ended)
    action?.onPress()
  }

  return { messages, show, end, endAll, act }
}
