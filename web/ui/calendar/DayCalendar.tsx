import { useQuery, useQueryClient } from '@tanstack/react-query'
import { memo, useCallback, useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import { addMonths, formatMediumDate, type IsoDate, type IsoMonth, monthOf } from '#contract/kit/time/clinic-date.ts'
import { type DayOverview, type Filter, overviewOfMonth } from '#web/api/treatments.ts'
import { lastBookableDay } from '#web/ui/appointment/chosen-day.ts'
import { whenIdle } from '#web/ui/feedback/load-later.ts'
import './calendar.css'
import { dayOfWeekInText } from '#web/dates.ts'
import { FrameContext, MonthPicker, withNote } from './MonthPicker.tsx'
import { twoWeeksOf, weekStart } from './two-weeks.ts'

interface DayCalendarProps {
  day: IsoDate
  today: IsoDate
  /** Marks the days without a time of this treatment or dentist as full. Stable. */
  filter?: Filter
  /** On a phone it shows two weeks, and the whole month on request. */
  folds?: boolean
  /** `byPointer`: by mouse or touch, not by keyboard. */
  onChoose: (day: IsoDate, byPointer: boolean) => void
  /** Called when the pointer or the focus reaches a day that can be chosen, and when it leaves one. */
  onRest: (day: IsoDate) => void
  onLeave: () => void
}

const all: Filter = {}

/** Chooses a day, from the clinic's today to the last day that can be booked. Below the month it says what is special
 *  about the day under the pointer or the focus. */
export const DayCalendar = memo(function DayCalendar(props: DayCalendarProps) {
  const { day, today, filter = all, folds = false, onChoose, onRest, onLeave } = props
  const { shown, anchor, show } = useShown(day)
  const [isWhole, setWhole] = useState(false)
  const isPhone = useIsPhone()
  // Undefined while it is unknown.
  const isFolded = folds && !isWhole && isPhone
  const last = lastBookableDay(today)
  const [from, until] = isFolded === false ? [shown, shown] : twoWeeksOf(shown, anchor)
  const { days, isSuccess } = useDays({ from, until, today }, filter)
  usePrefetchMonth(addMonths(monthOf(shown), 1), filter, isSuccess && monthOf(shown) < monthOf(last))
  const [hovered, setHovered] = useState<IsoDate>()
  const [focused, setFocused] = useState<IsoDate>()
  const frame = useMemo(
    () => ({ filter, fold: folds ? { isWhole, toggle: () => setWhole(!isWhole) } : undefined }),
    [filter, folds, isWhole],
  )

  // Stable, so that the month is not rendered again for each day that the pointer passes.
  const picker = useMemo(() => {
    const canBeChosen = (day: IsoDate) =>
      day >= today && day <= last && days?.[formatMediumDate(day)]?.state !== 'closed'
    const pointWith = (show: (day: IsoDate | undefined) => void) => (day: IsoDate | undefined) => {
      show(day)
      if (day && canBeChosen(day)) onRest(day)
      else onLeave()
    }
    return {
      onHover: pointWith(setHovered),
      onFocus: pointWith(setFocused),
      onChoose: (day: IsoDate, byPointer: boolean) => {
        if (canBeChosen(day)) onChoose(day, byPointer)
      },
    }
  }, [days, today, last, onChoose, onRest, onLeave])

  const pointed = hovered ?? focused
  const overview = pointed && days?.[formatMediumDate(pointed)]
  return (
    <div className={`calendar ${folds ? 'calendar-folds' : ''} ${isWhole ? 'calendar-whole' : ''}`}>
      <FrameContext value={frame}>
        <MonthPicker
          {...{ day, today, last, shown, days }}
          anchor={isFolded ? anchor : undefined}
          // A rendered document does not know its screen: it has both, and shows one.
          className={isFolded === undefined ? 'max-md:hidden' : undefined}
          onShow={show}
          {...picker}
        />
        {isFolded === undefined && (
          <MonthPicker {...{ day, today, last, shown, days, anchor }} className="md:hidden" onShow={show} {...picker} />
        )}
      </FrameContext>
      {/* Hidden, because the day's name says it. */}
      <p className="calendar-remark" aria-hidden="true">
        {overview && remarkOn(pointed, overview)}
      </p>
    </div>
  )
})

const phone = '(width < 48rem)'

/** Tells whether the screen is a phone's; undefined in a rendered document and while the app takes it over. */
function useIsPhone(): boolean | undefined {
  return useSyncExternalStore<boolean | undefined>(
    whenScreenChanges,
    () => matchMedia(phone).matches,
    () => undefined,
  )
}

function whenScreenChanges(run: () => void): () => void {
  const query = matchMedia(phone)
  query.addEventListener('change', run)
  return () => query.removeEventListener('change', run)
}

/** The month or the two weeks that are shown, as one of their days: those of the chosen day, until others are shown.
 *  `anchor` is the first day of two weeks; it stays while a day of the shown ones is chosen, so that no day moves under
 *  the finger. */
function useShown(day: IsoDate) {
  const [{ of, shown, anchor }, setShown] = useState(() => ({ of: day, shown: day, anchor: weekStart(day) }))
  if (of !== day) {
    const [first] = twoWeeksOf(shown, anchor)
    const isThere = twoWeeksOf(day, anchor)[0] === first
    setShown({ of: day, shown: day, anchor: isThere ? anchor : weekStart(day) })
  }
  const show = useCallback((shown: IsoDate) => setShown((before) => ({ ...before, shown })), [])
  return { shown, anchor, show }
}

/** What is known of the days of the shown month, or of both months of the two weeks. Nothing is known of past days. */
function useDays({ from, until, today }: Record<'from' | 'until' | 'today', IsoDate>, filter: Filter) {
  const first = from < today ? today : from
  const { data: days, isSuccess } = useQuery(overviewOfMonth(monthOf(first), filter))
  const { data: more } = useQuery(overviewOfMonth(monthOf(until), filter))
  const all = useMemo(() => (days === more ? days : { ...days, ...more }), [days, more])
  return { days: all, isSuccess }
}

function usePrefetchMonth(month: IsoMonth, filter: Filter, enabled: boolean) {
  const client = useQueryClient()
  useEffect(() => {
    if (enabled) return whenIdle(() => void client.prefetchQuery(overviewOfMonth(month, filter)))
  }, [client, month, filter, enabled])
}

/** Returns what is special about a day, in words: `Closed on Wed, Nov 25: Public holiday`. Empty for an ordinary
 *  day. */
export function remarkOn(day: IsoDate, { state, note }: DayOverview): string {
  const date = dayOfWeekInText(day, 'short')
  if (state === 'open') return note ? `${date}: ${note}` : ''
  return withNote(`${state === 'closed' ? 'Closed' : 'Nothing free'} on ${date}`, note)
}
