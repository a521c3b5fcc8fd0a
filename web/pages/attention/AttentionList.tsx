import { useRef, useState } from 'react'
import type { AttentionItem } from '#contract/calendar/attention.ts'
import type { ResolutionInput } from '#contract/calendar/resolution.ts'
import { pageSize } from '#contract/kit/list.ts'
import { mailLink } from '#contract/kit/text/mail-link.ts'
import { dateInText, showDate } from '#web/dates.ts'
import { showPeriod } from '#web/periods.ts'
import { misfitSentences } from '#web/ui/calendar/misfit-sentences.ts'
import { PhoneLink } from '#web/ui/contact/Phone.tsx'
import { EndOfList } from '#web/ui/table/EndOfList.tsx'

type Resolve = (item: AttentionItem, action: ResolutionInput['action']) => void

interface AttentionListProps {
  items: AttentionItem[]
  onResolve: Resolve
}

/** A card for each appointment, a page more at a time: a large clinic that closes for a day has a thousand. */
export function AttentionList({ items, onResolve }: AttentionListProps) {
  const [shown, setShown] = useState(pageSize)
  const end = useRef<HTMLParagraphElement>(null)
  const hasMore = items.length > shown

  // After the last page the focused button is gone.
  function showLater() {
    setShown(shown + pageSize)
    if (items.length <= shown + pageSize) end.current?.focus()
  }

  return (
    <>
      <ul className="grid gap-4">
        {items.slice(0, shown).map((item) => (
          <AttentionCard key={item._id} item={item} onResolve={onResolve} />
        ))}
      </ul>
      {hasMore && (
        <button type="button" className="btn btn-line mt-6" onClick={showLater}>
          Show later
        </button>
      )}
      <EndOfList ref={end} isReached={shown > pageSize && !hasMore} />
    </>
  )
}

interface AttentionCardProps {
  item: AttentionItem
  onResolve: Resolve
}

/** An appointment: when, what, who, why it does not fit, and what can be done. */
function AttentionCard({ item, onResolve }: AttentionCardProps) {
  return (
    <li className="rounded-box border border-base-300 bg-card p-5 sm:flex sm:flex-wrap sm:items-center sm:gap-6">
      <div className="min-w-0 flex-1 basis-80">
        <p className="font-bold">
          {showDate(item.date)}, {showPeriod(item.slot)}
        </p>
        <p className="wrap-anywhere">
          {item.treatment}
          {item.doctor && ` with ${item.doctor}`}
          {item.paid && ' · paid'}
        </p>
        <p className="wrap-anywhere text-quiet text-sm">
          {item.patientName} ·{' '}
          {item.patient !== '' ? (
            <a className="text-link" href={mailLink(item.patient)}>
              {item.patient}
            </a>
          ) : (
            'No email: call instead'
          )}
          {item.phone && (
            <>
              {' · '}
              <PhoneLink phone={item.phone} />
            </>
          )}
        </p>
        <p className="mt-2 text-error text-sm">{misfitSentences[item.reason]}</p>
      </div>
      <div className="flex flex-wrap gap-2 max-sm:mt-4">
        <Action label="Move" item={item} onClick={() => onResolve(item, 'move')} />
        <Action label="Keep" item={item} onClick={() => onResolve(item, 'keep')} />
        <Action label="Cancel" item={item} onClick={() => onResolve(item, 'cancel')} />
      </div>
    </li>
  )
}

function Action({ label, item, onClick }: { label: string; item: AttentionItem; onClick: () => void }) {
  return (
    <button type="button" className="btn btn-line px-4" onClick={onClick}>
      {label}
      <span className="sr-only">
        {' '}
        the appointment of {item.patientName} on {dateInText(item.date)}
      </span>
    </button>
  )
}
