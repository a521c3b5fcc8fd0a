import { useQueryClient } from '@tanstack/react-query'
import { generatePath, Link } from 'react-router'
import type { OfferState } from '#contract/booking/waiting-offer.ts'
import type { DeskWaiting } from '#contract/desk/waiting-list.ts'
import { pages } from '#contract/site/pages.ts'
import { refreshWaitingList, removeWaiting } from '#web/api/desk/waiting-list.ts'
import { clinicDayInText, clinicMomentInText, dateInText } from '#web/dates.ts'
import { periodInText } from '#web/periods.ts'
import { PhoneLink } from '#web/ui/contact/PhoneLink.tsx'
import { whyUnreached } from '#web/ui/contact/unreached.ts'
import { InlineConfirm } from '#web/ui/dialog/InlineConfirm.tsx'
import { CardCell, CardRow, CardTable } from '#web/ui/table/CardTable.tsx'
import { Pager } from '#web/ui/table/ListPage.tsx'
import { timesInWords } from '#web/ui/waiting-list/wish.ts'

interface WaitingTableProps {
  admin: string
  entries: DeskWaiting[]
  /** Of how many pages of `limit` entries this is which. */
  page: number
  limit: number
  total: number
  onRemoved: () => void
}

/** One row per entry: who waits for what, and what was offered to them. */
export function WaitingTable({ admin, entries, page, limit, total, onRemoved }: WaitingTableProps) {
  return (
    <>
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
              <p className="wrap-anywhere text-quiet text-sm empty:hidden">{entry.email}</p>
              {!entry.emailed && (
                <p className="font-medium text-sm">{whyUnreached[entry.because ?? 'no-email']}: please call them</p>
              )}
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
      <Pager page={page} limit={limit} total={total} to={(other) => (other === 1 ? '?' : `?page=${other}`)} />
    </>
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
          Instead of {dateInText(booking.date)}, {periodInText(booking.slot)}
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
      {dateInText(date)}, {periodInText(slot)}
      <span className="block text-quiet text-sm">
        {states[state]}, sent {clinicMomentInText(sentAt)}
      </span>
    </span>
  )
}

function Remove({ admin, entry, onRemoved }: { admin: string; entry: DeskWaiting; onRemoved: () => void }) {
  const client = useQueryClient()
  return (
    <InlineConfirm
      label="Remove"
      of={`${entry.patientName} from the waiting list for ${entry.treatment}`}
      question="Take them off the list?"
      send={() => removeWaiting(admin, entry._id)}
      done={`${entry.patientName} no longer waits for ${entry.treatment}`}
      onDone={onRemoved}
      refresh={() => refreshWaitingList(client)}
    />
  )
}
