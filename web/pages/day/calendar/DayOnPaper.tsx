import type { DeskAppointment, DeskDay } from '#contract/desk/day.ts'
import { formatDollars } from '#web/money.ts'
import { showPeriod } from '#web/periods.ts'
import { alertsInLine } from '../alerts.tsx'
import { statusWords } from '../status.tsx'

interface DayOnPaperProps {
  day: DeskDay
  /** Those that are printed, in order of their start. */
  appointments: readonly DeskAppointment[]
}

const cell = 'py-1 pr-3 align-top'

/** A day as it is printed: a table for each dentist, which begins on the next page if it does not fit on this one. */
export function DayOnPaper({ day, appointments }: DayOnPaperProps) {
  // Without the permission to read payments there is nothing to print about them.
  const hasMoney = appointments.some(({ owed }) => owed !== undefined)
  return (
    <div className="hidden print:block">
      {byDentist(day, appointments).map(({ name, rows }) => (
        <section key={name} className="mb-6 break-inside-avoid">
          <h2 className="wrap-anywhere mb-1 break-after-avoid text-base">
            {name} <span className="font-normal">({rows.length})</span>
          </h2>
          <table className="day-sheet w-full table-fixed text-left">
            <thead>
              <tr className="border-edge border-b">
                <Head text="Time" percent={20} />
                <Head text="Patient" percent={17} />
                <Head text="Treatment" percent={17} />
                <Head text="Chair" percent={9} />
                <Head text="Phone" percent={18} />
                {hasMoney && <Head text="To pay" percent={8} />}
                <Head text="Note" />
              </tr>
            </thead>
            <tbody>
              {rows.map((appointment) => (
                <Row key={appointment._id} appointment={appointment} hasMoney={hasMoney} />
              ))}
            </tbody>
          </table>
        </section>
      ))}
    </div>
  )
}

function Head({ text, percent }: { text: string; percent?: number }) {
  return (
    <th scope="col" className={`${cell} font-bold`} style={percent ? { width: `${percent}%` } : {}}>
      {text}
    </th>
  )
}

function Row({ appointment, hasMoney }: { appointment: DeskAppointment; hasMoney: boolean }) {
  const { slot, patientName, treatment, status, chair, phone, owed = 0, note } = appointment
  const alert = alertsInLine(appointment)
  return (
    <tr className="break-inside-avoid border-base-300 border-b">
      <td className={`${cell} font-medium tabular-nums`}>{showPeriod(slot)}</td>
      <td className={`${cell} wrap-anywhere font-medium`}>
        {patientName}
        {alert && <span className="block font-bold">⚠ {alert}</span>}
      </td>
      <td className={`${cell} wrap-anywhere`}>
        {treatment}
        {status !== 'booked' && ` (${statusWords[status].toLowerCase()})`}
      </td>
      <td className={`${cell} wrap-anywhere`}>{chair}</td>
      <td className={`${cell} wrap-anywhere tabular-nums`}>{phone}</td>
      {hasMoney && <td className={`${cell} tabular-nums`}>{owed > 0 ? formatDollars(owed) : '–'}</td>}
      <td className={`${cell} wrap-anywhere pr-0`}>{note}</td>
    </tr>
  )
}

/** Divides appointments by dentist, in the order of the dentists of the day; those without one come last. */
function byDentist({ doctors }: DeskDay, appointments: readonly DeskAppointment[]) {
  const groups = Map.groupBy(appointments, ({ doctorId }) => doctorId)
  const known = doctors.map(({ _id }) => _id)
  const ids = [...known, ...[...groups.keys()].filter((id) => id !== undefined && !known.includes(id)), undefined]
  const nobody = doctors.length > 0 ? 'No dentist' : 'Appointments'
  return ids.flatMap((id) => {
    const rows = groups.get(id)
    return rows ? [{ name: rows[0]?.doctor ?? nobody, rows }] : []
  })
}
