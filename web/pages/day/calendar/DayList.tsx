import type { KeyboardEvent } from 'react'
import type { DeskAppointment } from '#contract/desk/day.ts'
import { slotEndMinutes, slotStartMinutes } from '#contract/kit/time/slot.ts'
import { formatTime, timeInText } from '#web/dates.ts'
import { BusyButton } from '#web/ui/form/BusyButton.tsx'
import { AlertLine } from '../alerts.tsx'
import { moneyToDo, nextStatus, paymentInWords, StatusMark, statusGround, statusWords, useMarking } from '../status.tsx'

interface DayListProps {
  appointments: readonly DeskAppointment[]
  newIds: ReadonlySet<string>
  /** Undefined on any other day than today. */
  now: Date | undefined
  admin: string
  onOpen: (appointment: DeskAppointment) => void
}

const columns = ['Time', 'Patient', 'Treatment', 'Dentist', 'State', 'Payment']
const cell = 'px-2 py-1 align-middle phone:block phone:p-0'

/** The appointments of a day by time: a dense table, and cards on a phone. */
export function DayList({ appointments, newIds, now, admin, onOpen }: DayListProps) {
  return (
    <table className="w-full text-left text-sm phone:block">
      <thead className="phone:sr-only">
        <tr className="border-edge border-b">
          {columns.map((column) => (
            <th key={column} scope="col" className="h-9 px-2 font-bold">
              {column}
            </th>
          ))}
          <th scope="col" className="h-9 px-2 font-bold">
            <span className="sr-only">Next step</span>
          </th>
        </tr>
      </thead>
      <tbody className="phone:grid phone:gap-2" onKeyDown={moveInList}>
        {appointments.map((appointment) => (
          <Row
            key={appointment._id}
            appointment={appointment}
            isNew={newIds.has(appointment._id)}
            now={now}
            admin={admin}
            onOpen={onOpen}
          />
        ))}
      </tbody>
    </table>
  )
}

interface RowProps extends Pick<DayListProps, 'now' | 'admin' | 'onOpen'> {
  appointment: DeskAppointment
  isNew: boolean
}

function Row({ appointment, isNew, now, admin, onOpen }: RowProps) {
  const marking = useMarking(admin)
  const { _id, patientName, slot, treatment, doctor, status, note, attention } = appointment
  const next = nextStatus(appointment)
  const toDo = moneyToDo(appointment)
  return (
    <tr
      className={`h-9 break-inside-avoid wide:bg-transparent! border-base-300 border-b border-l-4 phone:grid phone:h-auto phone:grid-cols-[4.5rem_minmax(0,1fr)_auto] phone:gap-x-2 phone:rounded-box phone:[contain-intrinsic-size:auto_6rem] phone:[content-visibility:auto] phone:border-y phone:border-r phone:p-3 ${isNew ? 'outline-2 outline-secondary' : ''} ${statusGround[status]}`}
    >
      <td className={`${cell} whitespace-nowrap font-medium tabular-nums`}>
        {formatTime(slotStartMinutes(slot))}
        <span className="text-quiet @max-3xl:hidden"> – {formatTime(slotEndMinutes(slot))}</span>
      </td>
      <td className={`${cell} wrap-anywhere wide:min-w-28`}>
        <button
          type="button"
          data-appointment={_id}
          className="min-h-6 cursor-pointer text-left font-medium underline-offset-4 hover:underline"
          onClick={() => onOpen(appointment)}
        >
          {patientName}
        </button>
        {isNew && <span className="ml-2 rounded-md bg-secondary px-2 text-secondary-content">New</span>}
        <AlertLine {...appointment} />
        {attention && <span className="block text-error">Needs attention</span>}
        {toDo && <span className="block text-error wide:hidden">{toDo}</span>}
        {note && <span className="block text-quiet">{note}</span>}
      </td>
      <td className={`${cell} phone:col-start-2`}>{treatment}</td>
      <td
        className={`${cell} text-quiet @3xl:whitespace-nowrap wrap-anywhere wide:min-w-24 phone:col-start-2 phone:empty:hidden`}
      >
        {doctor}
      </td>
      <td className={`${cell} phone:col-start-3 phone:row-start-1`}>
        <StatusMark {...{ appointment, now }} />
      </td>
      <td className={`${cell} @3xl:whitespace-nowrap phone:hidden ${toDo ? 'text-error' : 'text-quiet'}`}>
        {paymentInWords(appointment)}
      </td>
      <td className={`${cell} text-right phone:col-start-3 phone:row-span-2 phone:row-start-2`}>
        {next && (
          <BusyButton
            busy={marking.sent !== undefined}
            className="btn btn-line h-7 min-h-7 px-3 text-sm phone:h-11"
            onClick={() => void marking.run(appointment, next, false)}
            aria-label={`${statusWords[next]}: ${patientName}, ${timeInText(slotStartMinutes(slot))}`}
          >
            {statusWords[next]}
          </BusyButton>
        )}
      </td>
    </tr>
  )
}

/** Moves the focus between the patients of the list by the arrow keys. */
function moveInList(event: KeyboardEvent<HTMLElement>) {
  const step = { ArrowUp: -1, ArrowDown: 1 }[event.key]
  if (step === undefined || event.altKey) return
  const all = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-appointment]')]
  const at = all.findIndex((element) => element.matches(':focus'))
  const next = at === -1 ? undefined : all[at + step]
  if (!next) return
  event.preventDefault()
  next.focus()
}

interface CancelledProps {
  appointments: readonly DeskAppointment[]
  onOpen: (appointment: DeskAppointment) => void
}

/** The cancelled appointments of a day, folded. */
export function Cancelled({ appointments, onOpen }: CancelledProps) {
  if (appointments.length === 0) return null
  return (
    <details className="mt-4 text-sm print:hidden">
      <summary className="w-fit cursor-pointer rounded-field py-2 pr-2 font-bold">
        Cancelled: {appointments.length}
      </summary>
      <ul>
        {appointments.map((appointment) => (
          <li
            key={appointment._id}
            className="flex min-h-9 flex-wrap items-center gap-x-3 border-base-300 border-b py-1"
          >
            <span className="w-18 tabular-nums line-through">{formatTime(slotStartMinutes(appointment.slot))}</span>
            <button
              type="button"
              data-appointment={appointment._id}
              className="min-h-6 cursor-pointer text-left font-medium underline-offset-4 hover:underline"
              onClick={() => onOpen(appointment)}
            >
              {appointment.patientName}
            </button>
            <span className="text-quiet">{appointment.treatment}</span>
          </li>
        ))}
      </ul>
    </details>
  )
}
