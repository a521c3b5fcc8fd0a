import type { ComponentProps, KeyboardEvent } from 'react'
import type { DeskAppointment } from '#contract/desk/day.ts'
import { timeInText } from '#web/dates.ts'
import { AlertMark, alertsInLine } from '../alerts.tsx'
import { presenceInBlock, presenceInWords } from '../presence.ts'
import { moneyToDo, StatusMark, statusGround, statusWords } from '../status.tsx'
import type { Column, Placed } from './columns.ts'
import '#web/ui/calendar/treatment-color.css'

interface AppointmentButtonProps extends ComponentProps<'button'> {
  placed: Placed
  /** Rem per minute. */
  scale: number
  /** Start of the grid, in minutes. */
  gridFrom: number
  dentist: string
  isNew: boolean
  /** Undefined on any other day than today. */
  now: Date | undefined
  /** Does not match the search. */
  isDimmed: boolean
}

/** An appointment in the grid, as high as it is long, with a line for the time to clean up after it. */
export function AppointmentButton({
  placed,
  scale,
  gridFrom,
  dentist,
  isNew,
  now,
  isDimmed,
  className = '',
  ...button
}: AppointmentButtonProps) {
  const { appointment, from, shownUntil, bufferUntil, lane, lanes } = placed
  const { _id, patientName, treatment, status, overridden, attention, color } = appointment
  const height = (shownUntil - from) * scale
  const hasRoom = height >= 2.25
  const toDo = moneyToDo(appointment)
  const presence = presenceInWords(appointment, now)
  const state = presence ?? statusWords[status]
  const facts = [timeInText(from), patientName, `${treatment} with ${dentist}`, state]
  const alert = alertsInLine(appointment)
  if (alert !== '') facts.push(`alert: ${alert}`)
  const label = [...facts, ...(toDo ? ['not paid'] : []), ...(attention ? ['needs attention'] : [])].join(', ')
  const sign = isNew ? (
    'Added'
  ) : hasRoom ? (
    <StatusMark {...{ appointment, now }} words={presenceInBlock(appointment, now)} />
  ) : attention ? (
    <span className="font-medium text-error">Attention</span>
  ) : (
    (presenceInBlock(appointment, now) ?? state)
  )
  return (
    <>
      {bufferUntil > shownUntil && (
        <span
          aria-hidden="true"
          className="absolute border-edge border-l-4 opacity-40"
          style={{
            top: `${(shownUntil - gridFrom) * scale}rem`,
            height: `${(bufferUntil - shownUntil) * scale}rem`,
            left: `${(lane / lanes) * 100}%`,
          }}
        />
      )}
      <button
        {...button}
        type="button"
        data-appointment={_id}
        data-treatment-color={color}
        aria-label={`${label}${overridden ? ', in spite of the rules' : ''}${isNew ? ', just added' : ''}`}
        className={`day-block absolute flex cursor-pointer flex-col overflow-hidden rounded-md border border-base-300 border-l-4 px-1 text-left ${height >= 2.5 ? 'pt-1' : ''} ${hasRoom ? 'flex-wrap content-start gap-x-2' : 'justify-center'} ${statusGround[status]} ${isNew ? 'outline-2 outline-secondary outline-offset-[-2px]' : ''} ${attention ? 'border-l-error!' : ''} ${isDimmed ? 'opacity-35' : ''} ${className}`}
        style={{
          top: `${(from - gridFrom) * scale}rem`,
          height: `calc(${(shownUntil - from) * scale}rem - 1px)`,
          left: `${(lane / lanes) * 100}%`,
          width: `calc(${100 / lanes}% - 2px)`,
        }}
      >
        {/* In a narrow column the state goes below the name, or out of sight: the name is what the desk looks for. A line
        that has no room wraps out of sight, too. */}
        <span className={`flex w-full flex-wrap justify-between gap-x-1 ${hasRoom ? '' : 'max-h-lh overflow-hidden'}`}>
          <span className="flex min-w-0 shrink grow basis-14 items-center gap-1 font-medium">
            <AlertMark {...appointment} />
            <span className="truncate">{patientName}</span>
          </span>
          {(status !== 'booked' || isNew || presence !== undefined || attention) && (
            <span className="flex shrink-0">{sign}</span>
          )}
        </span>
        {hasRoom && (
          <span className="block w-full truncate text-quiet">
            {attention && <span className="font-medium text-error">Needs attention </span>}
            {toDo && <span className="font-medium text-error">{moneyWord(appointment)} </span>}
            {treatment}
          </span>
        )}
      </button>
    </>
  )
}

function moneyWord({ surplus = 0, received = 0 }: DeskAppointment): string {
  if (surplus > 0) return 'To refund'
  return received > 0 ? 'Part paid' : 'Not paid'
}

const attribute = 'data-appointment'

/** Focuses the visible element of an appointment; it may be in the grid and in the list. */
export function focusAppointment(id: string): void {
  const all = document.querySelectorAll<HTMLElement>(`[${attribute}="${CSS.escape(id)}"]`)
  ;[...all].find((element) => element.checkVisibility())?.focus()
}

/** Moves the focus by an arrow key: up and down in a column, left and right to the appointment nearest in time in the
 *  next column that has one. */
export function moveFocus(event: KeyboardEvent, columns: readonly Column[], at: { column: string; id: string }): void {
  const index = columns.findIndex(({ key }) => key === at.column)
  const own = columns[index]?.placed ?? []
  const ownAt = own.findIndex(({ appointment }) => appointment._id === at.id)
  const from = own[ownAt]?.from ?? 0
  const nearest = (candidates: readonly Column[]) =>
    candidates
      .find((column) => column.placed.length > 0)
      ?.placed.toSorted((a, b) => Math.abs(a.from - from) - Math.abs(b.from - from))[0]
  const ways: Record<string, () => Placed | undefined> = {
    ArrowUp: () => own[ownAt - 1],
    ArrowDown: () => own[ownAt + 1],
    ArrowLeft: () => nearest(columns.slice(0, Math.max(index, 0)).toReversed()),
    ArrowRight: () => nearest(columns.slice(index + 1)),
  }
  const next = ways[event.key]?.()
  if (!next) return
  event.preventDefault()
  focusAppointment(next.appointment._id)
}
