import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { DeskAppointment, DeskDay } from '#contract/desk/day.ts'
import { dayOf, refreshDesk } from '#web/api/desk/day.ts'
import { pageMeta } from '#web/app/meta.ts'
import { clinic } from '#web/clinic.ts'
import { formatDay } from '#web/dates.ts'
import { usePerson } from '#web/session/guard/use-person.ts'
import { EmptyCard } from '#web/ui/feedback/EmptyCard.tsx'
import { LoadError } from '#web/ui/feedback/LoadError.tsx'
import { loadLater } from '#web/ui/feedback/load-later.ts'
import { useToast } from '#web/ui/message/Toasts.tsx'
import { DayHeader } from './DayHeader.tsx'
import { DayGrid } from './grid/DayGrid.tsx'
import { focusAppointment } from './grid/focus.ts'
import { Cancelled } from './list/Cancelled.tsx'
import { DayList } from './list/DayList.tsx'
import { type Open, OpenDialog } from './OpenDialog.tsx'
import { countInWords } from './status/words.ts'
import { useDayKeys } from './use-day-keys.ts'
import { useDeskDay } from './use-desk-day.ts'
import { useLiveDay } from './use-live-day.ts'
import { useMarking } from './use-marking.ts'
import { useNewIds } from './use-new-ids.ts'

export const meta = pageMeta

const pollMs = 60_000
const useNew = loadLater(() => import('./new/NewAppointment.tsx'))

/** The day at the desk: who comes when, to whom, and whether they are here. */
export default function DayPage() {
  const { email: admin } = usePerson()
  const { today, date, view, choose, setView } = useDeskDay()
  const isLive = useLiveDay(admin)
  const query = useQuery({ ...dayOf(admin, date), refetchInterval: isLive ? false : pollMs })
  const [search, setSearch] = useState('')
  const [isBooking, setBooking] = useState(false)
  const create = useNew()
  const client = useQueryClient()
  const heading = useRef<HTMLHeadingElement>(null)
  const searchField = useRef<HTMLInputElement>(null)
  useDayKeys({ t: () => choose(today), '/': () => searchField.current?.focus() })

  return (
    <>
      <DayHeader
        {...{ date, today, view, search, searchField, heading }}
        summary={<Summary day={query.data} isLive={isLive} />}
        onChoose={choose}
        onView={setView}
        onSearch={setSearch}
      >
        <button type="button" className="btn btn-action h-10 min-h-10 px-4" onClick={() => setBooking(true)}>
          New appointment
        </button>
      </DayHeader>
      <p className="mb-4 hidden font-bold text-lg print:block">
        {clinic.name}: {formatDay(date, 'long')}
      </p>
      <div className="mt-4">
        {query.isPending && (
          <div role="status">
            <span className="sr-only">Loading the day</span>
            <div className="skeleton h-160" />
          </div>
        )}
        <LoadError what="The day" query={query} />
        {isBooking && create && (
          <create.NewAppointment
            date={date}
            onBooked={() => void refreshDesk(client, admin)}
            onClose={() => setBooking(false)}
          />
        )}
        {query.data && <Day key={date} day={query.data} isToday={date === today} {...{ admin, view, search }} />}
      </div>
    </>
  )
}

function Summary({ day, isLive }: { day: DeskDay | undefined; isLive: boolean }) {
  const isClosed = day?.hours.length === 0
  return (
    <>
      {day && countInWords(day.appointments)}
      {isClosed && '. The clinic is closed'}
      {day?.note && `: ${day.note}`}
      <span role="status">{!isLive && '. Live updates are off; the day is fetched every minute.'}</span>
    </>
  )
}

interface DayProps {
  admin: string
  day: DeskDay
  isToday: boolean
  view: 'grid' | 'list'
  search: string
}

function Day({ admin, day, isToday, view, search }: DayProps) {
  const client = useQueryClient()
  const toast = useToast()
  const newIds = useNewIds(day)
  const mark = useMarking(admin)
  const [open, setOpen] = useState<Open>()
  const isFound = finder(search)
  const live = day.appointments.filter(({ status }) => status !== 'cancelled')
  const found = live.filter(isFound)
  const show = (appointment: DeskAppointment) => setOpen({ kind: 'panel', id: appointment._id })

  function close() {
    setOpen(undefined)
    if (open) requestAnimationFrame(() => focusAppointment(open.id))
  }

  function showMoved({ patientName, date, slot, doctor }: DeskAppointment) {
    void refreshDesk(client, admin)
    const place = date === day.date ? slot : `${date}, ${slot}`
    toast('success', `The appointment of ${patientName} is at ${place}${doctor ? ` with ${doctor}` : ''} now`)
  }

  const isEmpty = live.length === 0
  const isGrid = view === 'grid'
  return (
    <>
      {isEmpty && <EmptyDay day={day} />}
      {(!isEmpty || day.hours.length > 0) && (
        <div className={isGrid ? 'max-md:hidden' : 'hidden'}>
          <DayGrid
            {...{ day, isToday, newIds, isFound }}
            onOpen={show}
            onDrop={({ appointment, from }, doctor) =>
              setOpen({ kind: 'place', id: appointment._id, place: { from, doctor } })
            }
          />
          <Hints />
        </div>
      )}
      <div className={isGrid ? 'md:hidden print:block' : ''}>
        {!isEmpty && <DayList appointments={found} newIds={newIds} mark={mark} onOpen={show} />}
        {!isEmpty && found.length === 0 && <p className="py-6 text-quiet">Nobody of this day matches “{search}”.</p>}
      </div>
      <Cancelled appointments={day.appointments.filter(({ status }) => status === 'cancelled')} onOpen={show} />
      {open && <OpenDialog {...{ admin, day, open, mark }} onOpen={setOpen} onMoved={showMoved} onClose={close} />}
    </>
  )
}

function EmptyDay({ day }: { day: DeskDay }) {
  const isClosed = day.hours.length === 0
  return (
    <div className="mb-4">
      <EmptyCard
        title={isClosed ? 'The clinic is closed' : 'No appointments'}
        text={
          isClosed
            ? `${day.note ? `${day.note}. ` : ''}Nobody can book ${day.date}.`
            : 'New bookings appear here by themselves.'
        }
      />
    </div>
  )
}

function Hints() {
  return (
    <p className="mt-3 text-quiet text-sm print:hidden">
      Keys: arrows move, Enter opens, <kbd>T</kbd> today, <kbd>/</kbd> search, Alt and arrows move an appointment, which
      you can also drag.
    </p>
  )
}

/** Returns whether an appointment matches a search by any of its words. */
function finder(search: string): (appointment: DeskAppointment) => boolean {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean)
  return ({ patientName, patient, phone, treatment, doctor = '' }) => {
    const text = [patientName, patient, phone, treatment, doctor].join(' ').toLowerCase()
    return words.every((word) => text.includes(word))
  }
}
