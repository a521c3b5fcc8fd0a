import { formatMediumDate } from '#contract/kit/time/clinic-date.ts'
import { clinic } from '#web/clinic.ts'
import { useClinicToday } from '#web/ui/appointment/chosen-day.ts'

/** What a printed list says first: whose clinic, whose list, of which day. On screens the page around it says so. */
export function PaperHead({ name }: { name: string }) {
  const today = useClinicToday()
  return (
    <header className="mb-8 hidden justify-between gap-8 border-edge border-b pb-6 print:flex">
      <address className="not-italic">
        <p className="font-bold text-lg">{clinic.name}</p>
        <p>{clinic.address}</p>
        <p>{clinic.phone}</p>
      </address>
      <div className="shrink-0 text-right">
        <p className="font-bold text-lg">{name}</p>
        <p>Printed on {formatMediumDate(today)}</p>
      </div>
    </header>
  )
}
