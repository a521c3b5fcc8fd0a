import { useQuery } from '@tanstack/react-query'
import { Fragment } from 'react'
import { Link } from 'react-router'
import type { AppointmentStatus, DeskAppointment, DeskDay } from '#contract/desk/day.ts'
import { formatCount } from '#contract/kit/text/count.ts'
import { pages } from '#contract/site/pages.ts'
import { needAttentionOf } from '#web/api/calendar.ts'
import { loadWhenIdle } from '#web/ui/feedback/load-later.ts'
import { isMoneyToDo, unpaid } from './money-to-do.ts'
import { type Presence, presenceOf } from './presence.ts'

const useAllCame = loadWhenIdle(() => import('#web/ui/appointment/AllCame.tsx'))

interface DaySummaryProps {
  staff: string
  day: DeskDay | undefined
  isLive: boolean
  /** Undefined on any other day than today. */
  now: Date | undefined
  /** Whether they resolve what needs attention. */
  mayResolve: boolean
  /** Searches the day for a word, or for nothing again. */
  onShow: (word: string) => void
}

/** What a day is like, in sentences. */
export function DaySummary({ staff, day, now, isLive, mayResolve, onShow }: DaySummaryProps) {
  const appointments = day?.appointments ?? []
  const missed = (presence: Presence) => appointments.filter((each) => presenceOf(each, now) === presence)
  const overdue = missed('overdue')
  const counts = [
    [missed('late').length, 'late', 'late'],
    [overdue.length, 'over and not marked', 'overdue'],
    [appointments.filter(isMoneyToDo).length, 'over and not paid', unpaid],
  ] as const
  const marking = useAllCame(overdue.length > 0)
  const shown = counts.filter(([count]) => count > 0)
  return (
    <>
      {day && `${countInWords(day.appointments)}${shown.length > 0 ? ',' : '.'}`}
      {shown.map(([count, what, word], at) => (
        <Fragment key={word}>
          {' '}
          {/* What ends a button’s words stays on its line. */}
          <span className="whitespace-nowrap">
            <button
              type="button"
              className="text-link inline-block min-h-6 whitespace-normal font-medium text-error"
              onClick={() => onShow(word)}
            >
              {formatCount(count)} {what}
            </button>
            {word === 'overdue' && marking && (
              <>
                {' ('}
                <marking.AllCame
                  staff={staff}
                  appointments={overdue.flatMap(({ status, ...each }) =>
                    status === 'cancelled' ? [] : [{ ...each, status }],
                  )}
                  className="text-link inline-block min-h-6 cursor-pointer font-medium"
                />
                )
              </>
            )}
            {at < shown.length - 1 ? ',' : '.'}
          </span>
        </Fragment>
      ))}
      {day && aboutClinic(day)}
      {mayResolve && day && <NeedAttention staff={staff} />}
      <span role="status">{!isLive && ' Live updates are off; the day is fetched every minute.'}</span>
    </>
  )
}

/** Says that the clinic is closed, and the note of the day. */
function aboutClinic({ hours, note }: DeskDay): string {
  const about = [hours.length === 0 && 'The clinic is closed', note].filter(Boolean).join(': ')
  return about && ` ${about}.`
}

/** Counts appointments in words: `12 appointments, 3 arrived, 4 done`. Cancelled ones don't count. */
function countInWords(appointments: readonly DeskAppointment[]): string {
  const live = appointments.filter(({ status }) => status !== 'cancelled')
  const count = (status: AppointmentStatus) => live.filter((each) => each.status === status).length
  const noShow = count('no-show') > 1 ? 'no-shows' : 'no-show'
  const parts = (['arrived', 'done', 'no-show'] as const).flatMap((status) =>
    count(status) > 0 ? [`${formatCount(count(status))} ${status === 'no-show' ? noShow : status}`] : [],
  )
  if (live.length === 0) return 'No appointments'
  return [live.length === 1 ? '1 appointment' : `${formatCount(live.length)} appointments`, ...parts].join(', ')
}

/** Leads to the appointments of any day that do not fit the rules. Nothing without any. */
function NeedAttention({ staff }: { staff: string }) {
  const { data: count = 0 } = useQuery(needAttentionOf(staff))
  if (count === 0) return null
  return (
    <>
      {' '}
      On all days,{' '}
      <span className="whitespace-nowrap">
        <Link to={pages.attention} className="text-link inline-block min-h-6 whitespace-normal font-medium text-error">
          {formatCount(count)} {count === 1 ? 'needs' : 'need'} attention
        </Link>
        .
      </span>
    </>
  )
}
