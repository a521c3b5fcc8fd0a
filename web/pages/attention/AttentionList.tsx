import { useRef, useState } from 'react'
import type { AttentionItem } from '#contract/calendar/attention.ts'
import type { ResolutionInput } from '#contract/calendar/resolution.ts'
import { pageSize } from '#contract/kit/list.ts'
import { mailLink } from '#contract/kit/text/mail-link.ts'
import { clinicMomentAt, dateInText, showDate } from '#web/dates.ts'
import { showPeriod } from '#web/periods.ts'
import { misfitSentences } from '#web/ui/calendar/misfit-sentences.ts'
import { PhoneLink } from '#web/ui/contact/PhoneLink.tsx'
import { whyUnreached } from '#web/ui/contact/unreached.ts'
import { EndOfList } from '#web/ui/table/EndOfList.tsx'

type Resolve = (item: AttentionItem, action: ResolutionInput['action']) => void

/** Tells whether an appointment can be chosen with others. One of a patient who has died can only be cancelled. */
export const isChoosable = ({ reason }: AttentionItem): boolean => reason !== 'patient-died'

interface AttentionListProps {
  items: AttentionItem[]
  /** The ids of those that are chosen. */
  chosen: ReadonlySet<string>
  /** Why appointments stay as they are, by their ids. */
  problems: ReadonlyMap<string, string>
  onChoose: (id: string, isChosen: boolean) => void
  onResolve: Resolve
}

/** A card for each appointment, a page more at a time: a large clinic that closes for a day has a thousand. */
export function AttentionList({ items, chosen, problems, onChoose, onResolve }: AttentionListProps) {
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
          <AttentionCard
            key={item._id}
            item={item}
            isChosen={chosen.has(item._id)}
            problem={problems.get(item._id)}
            onChoose={(isChosen) => onChoose(item._id, isChosen)}
            onResolve={onResolve}
          />
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
  isChosen: boolean
  problem: string | undefined
  onChoose: (isChosen: boolean) => void
  onResolve: Resolve
}

/** An appointment: when, what, who, why it does not fit, and what can be done. */
function AttentionCard({ item, isChosen, problem, onChoose, onResolve }: AttentionCardProps) {
  return (
    <li className="rounded-box border border-base-300 bg-card p-5 sm:flex sm:flex-wrap sm:items-center sm:gap-6">
      {isChoosable(item) && (
        <input
          type="checkbox"
          className="checkbox mr-3 max-sm:float-right"
          aria-label={`Choose the appointment of ${item.patientName} on ${dateInText(item.date)}`}
          checked={isChosen}
          onChange={({ target }) => onChoose(target.checked)}
        />
      )}
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
          {item.patientName}
          {isChoosable(item) && <Contact item={item} />}
        </p>
        <p className="mt-2 text-error text-sm">{misfitSentences[item.reason]}</p>
        {item.reach.by === 'call' && isChoosable(item) && (
          <p className="text-sm">
            {item.patient === '' ? 'To be told by phone.' : `${whyUnreached[item.reach.because]}: to be told by phone.`}
          </p>
        )}
        {item.askedAt && item.reach.by !== 'call' && (
          <p className="text-quiet text-sm">Asked to choose another time, {clinicMomentAt(item.askedAt)}</p>
        )}
        <p className="text-error text-sm empty:hidden">{problem}</p>
      </div>
      <div className="flex flex-wrap gap-2 max-sm:mt-4">
        {isChoosable(item) && (
          <>
            <Action label="Move" item={item} onClick={() => onResolve(item, 'move')} />
            <Action label="Keep" item={item} onClick={() => onResolve(item, 'keep')} />
          </>
        )}
        <Action label="Cancel" item={item} onClick={() => onResolve(item, 'cancel')} />
      </div>
    </li>
  )
}

function Contact({ item: { patient, phone } }: { item: AttentionItem }) {
  return (
    <>
      {' · '}
      {patient !== '' ? (
        <a className="text-link inline-block py-1" href={mailLink(patient)}>
          {patient}
        </a>
      ) : (
        'No email: call instead'
      )}
      {phone && (
        <>
          {' · '}
          <PhoneLink phone={phone} />
        </>
      )}
    </>
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
