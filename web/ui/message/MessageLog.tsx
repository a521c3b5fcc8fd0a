import Bell from 'lucide-react/icons/bell'
import { type Ref, useContext, useId, useState } from 'react'
import { clinicMomentAt, localMomentAt } from '#web/dates.ts'
import { useSession } from '#web/session/store.ts'
import { CloseButton } from '../dialog/CloseButton.tsx'
import { closeWhenLeft } from '../dialog/close-when-left.ts'
import { loadWhenIdle } from '../feedback/load-later.ts'
import { MenuPlace } from '../frame/Frame.tsx'
import { keepSeenAt, readSeenAt } from './news-seen.ts'
import { ActionButton, KindIcon, type Message } from './Toast.tsx'

const useNews = loadWhenIdle(() => import('./News.tsx'))

interface MessageLogProps {
  /** Newest first. */
  messages: Message[]
  /** The button that opens it. */
  opener: Ref<HTMLButtonElement>
  onOpen: () => void
  onAct: (id: number) => void
}

/** The recent messages, for anyone who missed one: a popover, opened by a button that appears with the first message.
 *  In the staff's rail the button counts what others did, which the popover lists too. */
export function MessageLog({ messages, opener, onOpen, onAct }: MessageLogProps) {
  const id = useId()
  const [open, setOpen] = useState(false)
  const isInRail = useContext(MenuPlace) !== null
  const count = messages.length
  const session = useSession()
  const person = session.status === 'in' ? session.person : undefined
  const news = useNews(isInRail)
  const [seenAt, setSeenAt] = useState(readSeenAt)
  if (count === 0 && !isInRail) return null
  // The staff's menu has a page Messages, of the clinic's emails.
  const name = isInRail ? 'Notifications' : 'Messages'
  return (
    <>
      <button
        ref={opener}
        type="button"
        popoverTarget={id}
        aria-label={`${name}: ${count}`}
        title={name}
        className={
          isInRail
            ? 'rail-item relative max-lg:h-11 max-lg:justify-center max-lg:p-0'
            : 'btn btn-ghost btn-square relative'
        }
      >
        <Bell size={isInRail ? 18 : 24} aria-hidden="true" />
        {isInRail ? (
          <>
            <span className="max-lg:hidden">{name}</span>
            {news && person && <news.NewsCount person={person} since={seenAt} />}
          </>
        ) : (
          <span className="absolute top-0 right-0 min-h-5 min-w-5 content-center rounded-full bg-neutral px-1 text-center text-neutral-content text-sm leading-tight tabular-nums">
            {count}
          </span>
        )}
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
          if (isInRail) setSeenAt(keepSeenAt())
        }}
        className={`fixed inset-auto top-(--below-header) m-0 ${isInRail ? 'max-lg:right-4 lg:left-60' : 'right-5'} max-h-[70dvh] w-96 max-w-[85vw] overflow-y-auto rounded-box border border-edge bg-card p-5 text-base-content shadow-float`}
      >
        <div className="flex items-center justify-between gap-4">
          <h2 id={`${id}-title`} className="text-lg">
            Recent {name.toLowerCase()}
          </h2>
          <CloseButton
            label={`Close the ${name.toLowerCase()}`}
            popoverTarget={id}
            popoverTargetAction="hide"
            className="-m-2"
          />
        </div>
        {open && news && person && <news.NewsList person={person} />}
        {count === 0 && <p className="mt-3 text-quiet">What you do is noted here.</p>}
        <ul className="mt-3 divide-y divide-base-300">
          {open &&
            messages.map((message) => (
              <LogItem
                key={message.id}
                message={message}
                momentAt={isInRail ? clinicTimeAt : localMomentAt}
                onAct={onAct}
              />
            ))}
        </ul>
      </div>
    </>
  )
}

interface LogItemProps {
  message: Message
  /** Writes an instant in ms. Staff read the clinic's time, as everywhere else. */
  momentAt: (at: number) => string
  onAct: (id: number) => void
}

function LogItem({ message, momentAt, onAct }: LogItemProps) {
  const { id, kind, text, at, action } = message
  return (
    <li className="flex items-start gap-3 py-3">
      <KindIcon kind={kind} />
      <div className="wrap-anywhere min-w-0">
        <p>{text}</p>
        <p className="text-quiet text-sm">
          {kind === 'success' ? 'Done' : 'Failed'} <time dateTime={new Date(at).toISOString()}>{momentAt(at)}</time>
        </p>
        {action && <ActionButton action={action} onAct={() => onAct(id)} />}
      </div>
    </li>
  )
}

const clinicTimeAt = (at: number) => clinicMomentAt(new Date(at).toISOString())
