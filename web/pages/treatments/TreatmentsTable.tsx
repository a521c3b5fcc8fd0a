import ArrowDown from 'lucide-react/icons/arrow-down'
import ArrowUp from 'lucide-react/icons/arrow-up'
import type { CalendarTreatment } from '#contract/calendar/calendar.ts'
import { formatDollars } from '#web/money.ts'
import { CardCell, CardRow, CardTable } from '#web/ui/table/CardTable.tsx'

const facts = { Name: '', Price: 'md:w-24', Length: 'md:w-44' }
const columns = { ...facts, Order: 'md:w-28', Action: 'md:w-48' }

interface TreatmentsTableProps {
  treatments: CalendarTreatment[]
  /** Undefined for those who only read. */
  changes: TreatmentChanges | undefined
}

interface TreatmentChanges {
  onMove: (treatment: CalendarTreatment, by: -1 | 1) => void
  onEdit: (treatment: CalendarTreatment) => void
  onRetire: (treatment: CalendarTreatment) => void
}

/** One row per treatment in use, in the clinic's order. */
export function TreatmentsTable({ treatments, changes }: TreatmentsTableProps) {
  return (
    <CardTable columns={changes ? columns : facts}>
      {treatments.map((treatment, at) => (
        <CardRow key={treatment._id}>
          <CardCell label="Name" bare>
            <span className="wrap-anywhere font-medium">{treatment.name}</span>
            {treatment.description && (
              <span className="wrap-anywhere block text-quiet text-sm">{treatment.description}</span>
            )}
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
          {changes && <Changes {...{ treatment, changes, at, last: treatments.length - 1 }} />}
        </CardRow>
      ))}
    </CardTable>
  )
}

interface ChangesProps {
  treatment: CalendarTreatment
  changes: TreatmentChanges
  /** The place of the treatment in the list, and the last one. */
  at: number
  last: number
}

function Changes({ treatment, changes: { onMove, onEdit, onRetire }, at, last }: ChangesProps) {
  return (
    <>
      <CardCell label="Order">
        <div className="flex gap-1">
          <Move label={`Move ${treatment.name} up`} disabled={at === 0} onClick={() => onMove(treatment, -1)}>
            <ArrowUp size={18} aria-hidden="true" />
          </Move>
          <Move label={`Move ${treatment.name} down`} disabled={at === last} onClick={() => onMove(treatment, 1)}>
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
