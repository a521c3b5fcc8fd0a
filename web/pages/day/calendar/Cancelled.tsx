import type { DeskAppointment } from '#contract/desk/day.ts'
import { formatTime } from '#contract/kit/time/clinic-date.ts'
import { slotStartMinutes } from '#contract/kit/time/slot.ts'

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
