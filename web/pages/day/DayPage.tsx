import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { pages } from '#contract/site/pages.ts'
import { chairNamesOf } from '#web/api/calendar.ts'
import { dayOf, refreshDesk } from '#web/api/desk/day.ts'
import { clinic } from '#web/clinic.ts'
import { formatDayOfWeek } from '#web/dates.ts'
import { readUnfinished } from '#web/session/unfinished.ts'
import { useMay } from '#web/session/use-may.ts'
import { usePerson } from '#web/session/use-person.ts'
import { useNowOn } from '#web/ui/appointment/chosen-day.ts'
import { useAsked } from '#web/ui/asked.ts'
import { LoadError } from '#web/ui/feedback/LoadError.tsx'
import { loadLater, loadWhenIdle } from '#web/ui/feedback/load-later.ts'
import { useKeys } from '#web/ui/form/use-keys.ts'
import type { OpenBlock } from './BlockTime.tsx'
import { DayHeader } from './DayHeader.tsx'
import type { NewAppointmentProps } from './new/NewAppointment.tsx'
import { useDeskDay, useLiveDay } from './use-day.ts'

const useParts = loadLater(() => import('./day-parts.ts'))

const useBlockTime = loadWhenIdle(() => import('./BlockTime.tsx'))

const useWeek = loadWhenIdle(() => import('./week/WeekView.tsx'))

const useGiveBack = loadWhenIdle(() => import('./ToGiveBack.tsx'))

const pollMs = 60_000
const useNew = loadWhenIdle(() => import('./new/NewAppointment.tsx'))

/** The appointments of a day at the front desk, by dentist or as a list, or the days of a week. */
export default function DayPage() {
  const { email: admin } = usePerson()
  const [mayBook, mayResolve] = [useMay('book-for-patient'), useMay('resolve-attention')]
  const mayAsk = useMay('ask-for-absence')
  const { today, date, view, doctor, choose, setView } = useDeskDay()
  const isWeek = view === 'week'
  const [week, now] = [useWeek(isWeek), useNowOn(date)]
  const isLive = useLiveDay(admin)
  const chairs = useChairs(admin)
  const refetchInterval = isLive ? false : pollMs
  const query = useQuery({ ...dayOf(admin, date), refetchInterval, enabled: !isWeek })
  const [search, setSearch] = useState('')
  const [booking, setBooking] = useNewAppointment(mayBook)
  const create = useNew(booking !== undefined)
  const mayBlock = useMay('change-availability') && date >= today
  const [block, setBlock] = useOpenBlock(mayBlock)
  const blocking = useBlockTime(block !== undefined)
  const giveBack = useGiveBack(query.data?.toGiveBack !== undefined)
  const client = useQueryClient()
  const parts = useParts()?.dayParts
  const heading = useRef<HTMLHeadingElement>(null)
  useKeys({ t: () => choose(today) })

  return (
    <div>
      <DayHeader
        {...{ date, today, view, search, heading }}
        hasChairs={chairs.length > 0}
        week={isWeek ? week?.firstDayOf(date) : undefined}
        summary={
          isWeek
            ? week && <week.WeekSummary {...{ staff: admin, date, doctor }} />
            : parts && (
                <parts.DaySummary
                  {...{ staff: admin, day: query.data, now, isLive, mayResolve }}
                  onShow={(word) => setSearch(search === word ? '' : word)}
                />
              )
        }
        onChoose={choose}
        onView={setView}
        onSearch={setSearch}
      >
        {mayBlock && <Action kind="btn-line" label="Block a time" onPress={() => setBlock({})} />}
        {mayBook && <Action kind="btn-action" label="New appointment" onPress={() => setBooking({})} />}
      </DayHeader>
      <p className="mb-4 hidden font-bold text-lg print:block">
        {clinic.name}: {isWeek && week ? week.titleOf(date) : formatDayOfWeek(date, 'full')}
      </p>
      {/* Where there is no room for the grid, on a phone or with large text, there is the list. */}
      <div className="@container mt-4">
        {isWeek && week && <week.WeekView {...{ staff: admin, date, today, doctor, heading, refetchInterval }} />}
        {(isWeek ? !week : query.isPending || (query.data && !parts)) && <Loading />}
        {!isWeek && <LoadError what="The day" query={query} />}
        {booking && create && (
          <create.NewAppointment
            {...booking}
            date={date}
            onBooked={() => void refreshDesk(client, admin)}
            onClose={() => setBooking(undefined)}
          />
        )}
        {block && blocking && (
          <blocking.BlockTime staff={admin} {...{ date }} open={block} onClose={() => setBlock(undefined)} />
        )}
        {!isWeek && query.data?.toGiveBack && giveBack && (
          <giveBack.ToGiveBack admin={admin} refunds={query.data.toGiveBack} />
        )}
        {!isWeek && query.data && parts && (
          <parts.DayView
            key={date}
            day={query.data}
            {...{ admin, now, search, chairs }}
            view={view}
            onBlock={mayBlock ? setBlock : undefined}
            onBookNext={mayBook ? (after) => setBooking({ after }) : undefined}
            onFreeTime={mayBook ? ({ doctorId, from }) => setBooking({ doctor: doctorId, start: from }) : undefined}
          />
        )}
      </div>
      {mayAsk && parts && <parts.OwnAbsences person={admin} />}
    </div>
  )
}

function Action({ kind, label, onPress }: { kind: string; label: string; onPress: () => void }) {
  return (
    <button type="button" className={`btn ${kind} h-10 min-h-10 px-4`} onClick={onPress}>
      {label}
    </button>
  )
}

const noChairs: string[] = []

/** The names of the chairs in use, for those who may read them. */
function useChairs(staff: string): readonly string[] {
  const { data = noChairs } = useQuery({ ...chairNamesOf(staff), enabled: useMay('read-calendar') })
  return data
}

type NewPlace = Partial<Pick<NewAppointmentProps, 'after' | 'doctor' | 'patient' | 'start' | 'restores'>>

/** The place of the new appointment that is open. One that was kept when the session ended opens again. */
function useNewAppointment(mayBook: boolean) {
  const [booking, setBooking] = useState<NewPlace | undefined>(
    mayBook && readUnfinished(pages.day) ? { restores: true } : undefined,
  )
  useAsked('new', (params) => {
    const [doctor, patient] = ['doctor', 'patient'].map((name) => params.get(name) ?? undefined)
    if (mayBook) setBooking({ doctor, patient })
  })
  return [booking, setBooking] as const
}

/** Returns the part of a day that an address names, in minutes after midnight; nothing if it names none. */
function periodIn(params: URLSearchParams): { from?: number; until?: number } {
  const [from = 0, until = 0] = ['from', 'until'].map((name) => Number(params.get(name)))
  const isPart = Number.isInteger(from) && Number.isInteger(until) && from >= 0 && from < until && until <= 1440
  return isPart ? { from, until } : {}
}

/** The block of a time that is open. */
function useOpenBlock(mayBlock: boolean) {
  const [block, setBlock] = useState<OpenBlock>()
  useAsked(
    'block',
    (params) => mayBlock && setBlock({ doctorId: params.get('doctor') ?? undefined, ...periodIn(params) }),
  )
  return [block, setBlock] as const
}

function Loading() {
  return (
    <div role="status">
      <span className="sr-only">Loading the day</span>
      <div className="skeleton h-160" />
    </div>
  )
}
