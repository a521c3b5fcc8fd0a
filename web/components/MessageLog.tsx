import MessageSquareText from 'lucide-react/icons/message-square-text'
import X from 'lucide-react/icons/x'
import { type Ref, useId, useState } from 'react'
import { formatMoment } from '#contract/clinic-date.ts'
import type { Said } from '#web/session/said.ts'
import { closeWhenLeft } from './close-when-left.ts'
import { KindIcon } from './KindIcon.tsx'

interface MessageLogProps {
  /** The newest first. */
  messages: Said[]
  /** The button that opens it. */
  opener: Ref<HTMLButtonElement>
  onOpen: () => void
}

/** What was said in this visit, for who was not quick enough to read it: a popover behind a button that is there once there is something. */
export function MessageLog({ messages, opener, onOpen }: MessageLogProps) {
  const id = useId()
  const [open, setOpen] = useState(false)
  if (messages.length === 0) return null
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
  return (
    // In the corner while there is more page below, then in the space above the footer: it never takes any.
    <div className="pointer-events-none sticky bottom-5 z-20 mt-4 -mb-15 flex h-11 justify-end px-5 print:hidden">
      <button
        ref={opener}
        id="messages"
        type="button"
        popoverTarget={id}
        className="btn btn-line pointer-events-auto bg-base-100 shadow-float"
      >
        <MessageSquareText size={20} aria-hidden="true" />
        Messages: {messages.length}
      </button>
      <div
        id={id}
        popover="auto"
        role="dialog"
        aria-labelledby={`${id}-title`}
        tabIndex={-1}
        onBlur={closeWhenLeft}
        onBeforeToggle={({ newState }) => setOpen(newState === 'open')}
        onToggle={({ newState, currentTarget }) => {
          if (newState !== 'open') return
          currentTarget.focus()
          onOpen()
        }}
        className="pointer-events-auto fixed inset-auto right-5 bottom-20 m-0 max-h-[70dvh] w-96 max-w-[85vw] overflow-y-auto rounded-box border border-edge bg-base-100 p-5 text-base-content shadow-float"
      >
        <div className="flex items-center justify-between gap-4">
          <h2 id={`${id}-title`} className="text-lg">
            Messages of this visit
          </h2>
          <button type="button" popoverTarget={id} popoverTargetAction="hide" className="btn btn-ghost btn-square -m-2">
            <X aria-hidden="true" />
            <span className="sr-only">Close the messages</span>
          </button>
        </div>
        <ul className="mt-3 divide-y divide-base-300">
          {(open ? messages : []).map(({ id, kind, text, at }) => (
            <li key={id} className="flex items-start gap-3 py-3">
              <KindIcon kind={kind} />
              <div className="min-w-0 wrap-anywhere">
                <p>{text}</p>
                <p className="text-quiet text-sm">
                  {kind === 'success' ? 'Done' : 'Not done'}{' '}
                  <time dateTime={new Date(at).toISOString()}>{formatMoment(new Date(at), timeZone)}</time>
                </p>
              </div>
            </li>
          ))}
        </ul>
      </div>
    </div>
  )
}
