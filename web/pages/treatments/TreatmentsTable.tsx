import ArrowDown from 'lucide-react/icons/arrow-down'
import ArrowUp from 'lucide-react/icons/arrow-up'
import GripVertical from 'lucide-react/icons/grip-vertical'
import type { PointerEvent } from 'react'
import type { CalendarTreatment } from '#contract/calendar/calendar.ts'
import { formatDollars } from '#web/money.ts'
import { CardCell, CardRow, CardTable } from '#web/ui/table/CardTable.tsx'
import { Swatch } from './ColorChoice.tsx'
import { type RowDrag, useRowDrag } from './row-drag.ts'

const facts = { Name: '', Price: 'md:w-18 xl:w-24', Length: 'md:w-28 xl:w-44' }
const columns = { ...facts, Order: 'md:w-28', Action: 'md:w-40 xl:w-48 wide:text-right' }

/** The id of the text that says how a handle is used. */
export const handleHint = 'how-to-move'

interface TreatmentsTableProps {
  treatments: readonly CalendarTreatment[]
  /** The ids of those for which there is no chair. */
  withoutChair: ReadonlySet<string>
  /** Undefined for those who only read. */
  changes: TreatmentChanges | undefined
}

interface TreatmentChanges {
  /** Moves a treatment to a place, counted from 0. */
  onPlace: (treatment: CalendarTreatment, to: number) => void
  onEdit: (treatment: CalendarTreatment) => void
  onRetire: (treatment: CalendarTreatment) => void
}

/** One row per treatment in use, in the clinic's order. */
export function TreatmentsTable({ treatments, withoutChair, changes }: TreatmentsTableProps) {
  const last = treatments.length - 1
  const { drag, press } = useRowDrag(({ from, to }) => {
    const treatment = treatments[from]
    if (treatment) changes?.onPlace(treatment, to)
  })
  return (
    <CardTable columns={changes ? columns : facts}>
      {treatments.map((treatment, at) => (
        <CardRow key={treatment._id} className={`relative ${drag?.from === at ? 'opacity-50' : ''}`}>
          <CardCell label="Name" bare>
            <DropLine edge={edgeOf(drag, at)} />
            <div className="flex items-center gap-1">
              {changes && (
                <Handle
                  name={treatment.name}
                  onPress={(event) => press(event, at)}
                  onStep={(by) => at + by >= 0 && at + by <= last && changes.onPlace(treatment, at + by)}
                />
              )}
              <Texts treatment={treatment} hasNoChair={withoutChair.has(treatment._id)} />
            </div>
          </CardCell>
          <CardCell label="Price">{formatDollars(treatment.price)}</CardCell>
          <CardCell label="Length">
            {treatment.durationMinutes} min
            {treatment.bufferMinutes > 0 && (
              <span className="block text-quiet text-sm">then {treatment.bufferMinutes} min cleaning up</span>
            )}
            {treatment.recallMonths != null && (
              <span className="block text-quiet text-sm">
                again after {treatment.recallMonths === 1 ? 'a month' : `${treatment.recallMonths} months`}
              </span>
            )}
          </CardCell>
          {changes && <Changes {...{ treatment, changes, at, last }} />}
        </CardRow>
      ))}
    </CardTable>
  )
}

/** The edge of a row at which the dragged one would be. */
function edgeOf(drag: RowDrag | undefined, at: number): 'before' | 'after' | undefined {
  if (drag === undefined || drag.to !== at || drag.from === at) return
  return drag.to < drag.from ? 'before' : 'after'
}

/** The line where the dragged row would be. */
function DropLine({ edge }: { edge: ReturnType<typeof edgeOf> }) {
  if (!edge) return
  const place = edge === 'before' ? '-top-1 phone:-top-3' : '-bottom-1 phone:-bottom-3'
  return (
    <span aria-hidden="true" data-drop={edge} className={`absolute inset-x-0 h-1 rounded-full bg-primary ${place}`} />
  )
}

function Texts({ treatment, hasNoChair }: { treatment: CalendarTreatment; hasNoChair: boolean }) {
  const { name, category, description, online, color } = treatment
  return (
    <div className="min-w-0">
      <span className="wrap-anywhere font-medium">
        {color && <Swatch color={color} />} {name}
      </span>
      {hasNoChair && <span className="block text-error text-sm">Can’t be booked: no chair in use is for it</span>}
      {!online && <span className="block text-sm">Only the desk books it</span>}
      {category && <span className="wrap-anywhere block text-sm">Category: {category}</span>}
      {description && <span className="wrap-anywhere block text-quiet text-sm">{description}</span>}
    </div>
  )
}

interface HandleProps {
  name: string
  onPress: (event: PointerEvent<HTMLElement>) => void
  /** Moves the row up by -1 or down by 1. */
  onStep: (by: -1 | 1) => void
}

/** Moves a row by drag or by the arrow keys. */
function Handle({ name, onPress, onStep }: HandleProps) {
  return (
    <button
      type="button"
      className="btn btn-ghost btn-square -ml-2 shrink-0 cursor-grab touch-none text-quiet print:hidden"
      aria-label={`Move ${name}`}
      aria-describedby={handleHint}
      onPointerDown={onPress}
      onKeyDown={(event) => {
        if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return
        event.preventDefault()
        onStep(event.key === 'ArrowUp' ? -1 : 1)
      }}
    >
      <GripVertical size={18} aria-hidden="true" />
    </button>
  )
}

interface ChangesProps {
  treatment: CalendarTreatment
  changes: TreatmentChanges
  /** The place of the treatment in the list, and the last one. */
  at: number
  last: number
}

function Changes({ treatment, changes: { onPlace, onEdit, onRetire }, at, last }: ChangesProps) {
  return (
    <>
      <CardCell label="Order">
        <div className="flex gap-1">
          <Move label={`Move ${treatment.name} up`} disabled={at === 0} onClick={() => onPlace(treatment, at - 1)}>
            <ArrowUp size={18} aria-hidden="true" />
          </Move>
          <Move label={`Move ${treatment.name} down`} disabled={at === last} onClick={() => onPlace(treatment, at + 1)}>
            <ArrowDown size={18} aria-hidden="true" />
          </Move>
        </div>
      </CardCell>
      <CardCell label="Action" bare>
        <div className="flex flex-wrap gap-2 md:justify-end">
          <button type="button" className="btn btn-line px-3" onClick={() => onEdit(treatment)}>
            Edit<span className="sr-only"> {treatment.name}</span>
          </button>
          <button type="button" className="btn btn-line px-3 text-error" onClick={() => onRetire(treatment)}>
            Retire<span className="sr-only"> {treatment.name}</span>
          </button>
        </div>
      </CardCell>
    </>
  )
}

interface MoveProps {
  label: string
  disabled: boolean
  onClick: () => void
  children: React.ReactNode
}

// `aria-disabled`, so that the focus stays when a treatment reaches the end.
function Move({ label, disabled, onClick, children }: MoveProps) {
  return (
    <button
      type="button"
      className={`btn btn-line btn-square ${disabled ? 'opacity-40' : ''}`}
      aria-label={label}
      aria-disabled={disabled}
      onClick={() => disabled || onClick()}
    >
      {children}
    </button>
  )
}
