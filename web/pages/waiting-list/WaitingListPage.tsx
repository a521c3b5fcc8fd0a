import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { generatePath, Link, useSearchParams } from 'react-router'
import type { OfferState } from '#contract/booking/waiting-list.ts'
import type { DeskWaiting } from '#contract/desk/waiting-list.ts'
import { pageSize as limit } from '#contract/kit/list.ts'
import { formatCount } from '#contract/kit/text/count.ts'
import { pages } from '#contract/site/pages.ts'
import { allWaiting, refreshWaitingList, removeWaiting } from '#web/api/desk/waiting-list.ts'
import { messageFor } from '#web/api/http/errors.ts'
import { mutate } from '#web/api/http/query-client.ts'
import { clinicDayInText, clinicMomentInText, dateInText, slotInText } from '#web/dates.ts'
import { usePerson } from '#web/session/use-person.ts'
import { PhoneLink } from '#web/ui/contact/Phone.tsx'
import { InlineConfirm } from '#web/ui/dialog/InlineConfirm.tsx'
import { EmptyCard } from '#web/ui/feedback/EmptyCard.tsx'
import { LoadError } from '#web/ui/feedback/LoadError.tsx'
import { loadWhenIdle } from '#web/ui/feedback/load-later.ts'
import { useToast } from '#web/ui/message/Toasts.tsx'
import { CardCell, CardRow, CardTable, TableSkeleton } from '#web/ui/table/CardTable.tsx'
import { Pager } from '#web/ui/table/ListPage.tsx'
import { timesInWords } from '#web/ui/waiting-list/wish.ts'

const useAdd = loadWhenIdle(() => import('./AddCaller.tsx'))

/** Who waits for an earlier time, in order, and what was offered to them. */
export default function WaitingListPage() {
  const { email: admin } = usePerson()
  const [address] = useSearchParams()
  const page = Math.max(1, Math.trunc(Number(address.get('page'))) || 1)
  const list = useQuery(allWaiting(admin, { page, limit }))
  const [isAdding, setAdding] = useState(false)
  const add = useAdd(isAdding)
  const heading = useRef<HTMLHeadingElement>(null)
  const { data } = list
  return (
    <>
      <div className="grid justify-items-start gap-4 sm:flex sm:flex-wrap sm:items-center sm:justify-between">
        <h1 ref={heading} tabIndex={-1} className="page-title">
          Waiting list{data && `: ${formatCount(data.total)}`}
        </h1>
        <button type="button" className="btn btn-action" onClick={() => setAdding(true)}>
          Add a caller
        </button>
      </div>
      <p className="mt-3 max-w-text text-quiet">
        When a time frees up, the next three whom it suits get an email, and three more every half hour. Whoever presses
        first gets it.
      </p>
      <div className="mt-6" aria-busy={list.isPlaceholderData}>
        {list.isPending && <TableSkeleton label="Loading the waiting list" rows={6} lines={3} button />}
        <LoadError what="The waiting list" query={list} />
        {data?.rows.length === 0 && (
          <EmptyCard
            title="Nobody is waiting"
            text="Patients join from a full day or from their appointment. You can add those who call."
          />
        )}
        {data && data.rows.length > 0 && (
          <Table admin={admin} entries={data.rows} onRemoved={() => heading.current?.focus()} />
        )}
      </div>
      {data && <Pager page={page} limit={limit} total={data.total} to={(to) => (to === 1 ? '?' : `?page=${to}`)} />}
      {isAdding && add && <add.AddCaller admin={admin} onClose={() => setAdding(false)} />}
    </>
  )
}

interface TableProps {
  admin: string
  entries: DeskWaiting[]
  onRemoved: () => void
}

function Table({ admin, entries, onRemoved }: TableProps) {
  return (
    <CardTable columns={{ Patient: 'md:w-1/4', 'Waits for': '', Offered: 'md:w-1/4', Remove: 'md:w-32' }}>
      {entries.map((entry) => (
        <CardRow key={entry._id}>
          <CardCell label="Patient" bare>
            <Link
              to={generatePath(pages.patient, { id: entry.patientId })}
              className="text-link wrap-anywhere inline-block py-1 font-medium"
            >
              <bdi>{entry.patientName}</bdi>
            </Link>
            {entry.phone !== undefined && (
              <p>
                <PhoneLink phone={entry.phone} />
              </p>
            )}
            <p className="wrap-anywhere text-quiet text-sm">{entry.email ?? 'No email'}</p>
            {!entry.emailed && <p className="font-medium text-sm">No confirmed email: please call them</p>}
          </CardCell>
          <CardCell label="Waits for">
            <Wish entry={entry} />
          </CardCell>
          <CardCell label="Offered">
            <Offered offers={entry.offers} />
          </CardCell>
          <CardCell label="Remove">
            <Remove admin={admin} entry={entry} onRemoved={onRemoved} />
          </CardCell>
        </CardRow>
      ))}
    </CardTable>
  )
}

function Wish({ entry }: { entry: DeskWaiting }) {
  const { treatment, doctor, lastDay, booking, since, addedBy } = entry
  return (
    <>
      <span className="block font-medium">{treatment}</span>
      {doctor && (
        <span className="wrap-anywhere block">
          {doctor.works ? `with ${doctor.name}` : `any dentist, because ${doctor.name} no longer offers it`}
        </span>
      )}
      <span className="block">
        {timesInWords(entry)}, until {dateInText(lastDay)}
      </span>
      {booking && (
        <span className="block text-quiet text-sm">
          Instead of {dateInText(booking.date)}, {slotInText(booking.slot)}
        </span>
      )}
      <span className="wrap-anywhere block text-quiet text-sm">
        Since {clinicDayInText(since)}
        {addedBy !== undefined && `, added by ${addedBy}`}
      </span>
    </>
  )
}

const states: Record<OfferState, string> = {
  open: 'can be taken',
  taken: 'taken',
  lost: 'somebody else was faster',
  expired: 'not taken',
  ended: 'ended',
}

function Offered({ offers }: { offers: DeskWaiting['offers'] }) {
  const [latest, ...older] = offers
  if (!latest) return <span className="text-quiet">Nothing yet</span>
  return (
    <>
      <OneOffer offer={latest} />
      {older.length > 0 && (
        <details>
          <summary className="w-fit cursor-pointer py-1 text-sm">Earlier: {older.length}</summary>
          {older.map((offer) => (
            <OneOffer key={`${offer.date} ${offer.slot}`} offer={offer} />
          ))}
        </details>
      )}
    </>
  )
}

function OneOffer({ offer: { date, slot, sentAt, state } }: { offer: DeskWaiting['offers'][number] }) {
  return (
    <span className="block">
      {dateInText(date)}, {slotInText(slot)}
      <span className="block text-quiet text-sm">
        {states[state]}, sent {clinicMomentInText(sentAt)}
      </span>
    </span>
  )
}

function Remove({ admin, entry, onRemoved }: { admin: string; entry: DeskWaiting; onRemoved: () => void }) {
  const client = useQueryClient()
  const toast = useToast()
  const remove = async () => {
    try {
      await mutate(client, () => removeWaiting(admin, entry._id))
      onRemoved()
      toast('success', `${entry.patientName} no longer waits for ${entry.treatment}`)
    } catch (error) {
      toast('error', messageFor(error))
    }
    await refreshWaitingList(client)
  }
  return (
    <InlineConfirm
      label="Remove"
      of={`${entry.patientName} from the waiting list for ${entry.treatment}`}
      question="Take them off the list?"
      onConfirm={remove}
    />
  )
}
