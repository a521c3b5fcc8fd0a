import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useId, useRef, useState } from 'react'
import { type DayPart, dayParts, type FirstFreeTime } from '#contract/desk/first-free.ts'
import { type IsoDate, parseMediumDate } from '#contract/kit/time/clinic-date.ts'
import { firstFreeOf } from '#web/api/desk/new-appointment.ts'
import { formatDayOfWeek } from '#web/dates.ts'
import { showPeriod } from '#web/periods.ts'
import { LoadError } from '../feedback/LoadError.tsx'
import { Choice } from '../form/Choice.tsx'

interface FirstFreeProps {
  admin: string
  treatmentId: string
  /** The id of the only dentist who may have it, or empty. */
  doctor: string
  /** The first day that suits. */
  from: IsoDate
  onChoose: (time: FirstFreeTime) => void
}

const parts: Record<DayPart, string> = { morning: 'Morning', afternoon: 'Afternoon', evening: 'Evening' }
const isPart = (value: string): value is DayPart => Object.hasOwn(dayParts, value)

/** Lists the next free times of a treatment over all days, on request. The list closes when one is chosen, so that the
 *  fields that follow it come into view. */
export function FirstFree({ onChoose, ...search }: FirstFreeProps) {
  const [isOpen, setOpen] = useState(false)
  const id = useId()
  const toggle = useRef<HTMLButtonElement>(null)

  function choose(time: FirstFreeTime) {
    onChoose(time)
    setOpen(false)
    // The pressed button is gone.
    toggle.current?.focus()
  }

  return (
    <div>
      <button
        ref={toggle}
        type="button"
        className="btn btn-line w-full"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
      >
        First free times
      </button>
      <div id={id}>{isOpen && <Times {...search} onChoose={choose} />}</div>
    </div>
  )
}

function Times({ admin, treatmentId, doctor, from, onChoose }: FirstFreeProps) {
  const [part, setPart] = useState<DayPart>()
  const search = { treatment: treatmentId, doctor, part, from }
  const box = useRef<HTMLDivElement>(null)
  const query = useQuery({ ...firstFreeOf(admin, search), placeholderData: keepPreviousData })
  const isThere = query.data !== undefined
  // It opens below what the dialog shows.
  useEffect(() => {
    if (isThere) box.current?.scrollIntoView({ block: 'nearest' })
  }, [isThere])
  return (
    <div ref={box} className="mt-3 grid gap-3 rounded-box border border-base-300 bg-card p-4">
      <Choice
        label="Part of the day"
        options={[['', 'Any time'], ...Object.entries(parts)]}
        value={part ?? ''}
        onChange={({ target: { value } }) => setPart(isPart(value) ? value : undefined)}
      />
      {query.isPending && <div className="skeleton h-48" role="status" aria-label="Looking for free times" />}
      <LoadError what="The free times" query={query} />
      {query.data?.length === 0 && <p>No free time as far ahead as patients can book.</p>}
      <ul className="grid gap-2" aria-label="First free times" aria-busy={query.isPlaceholderData}>
        {query.data?.map((time) => (
          <li key={`${time.date} ${time.slot}`}>
            <button
              type="button"
              className="btn btn-line h-auto min-h-11 w-full flex-wrap justify-between gap-x-3 gap-y-0 py-2 text-left font-normal"
              onClick={() => onChoose(time)}
            >
              <span className="font-medium">
                {dayInWords(time.date)}, {showPeriod(time.slot)}
              </span>
              <span className="wrap-anywhere min-w-0 text-quiet text-sm">{namesOf(time)}</span>
            </button>
          </li>
        ))}
      </ul>
    </div>
  )
}

function dayInWords(date: string): string {
  const day = parseMediumDate(date)
  return day ? formatDayOfWeek(day, 'short') : date
}

const namesOf = ({ doctors }: FirstFreeTime) =>
  doctors.length > 2 ? `${doctors.length} dentists` : doctors.map(({ name }) => name).join(' or ')
