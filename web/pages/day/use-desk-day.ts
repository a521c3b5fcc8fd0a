import { useSearchParams } from 'react-router'
import type { IsoDate } from '#contract/kit/time/clinic-date.ts'
import { readIsoDate, useClinicToday } from '#web/ui/appointment/chosen-day.ts'

/** How a wide screen shows the day. */
export type View = 'grid' | 'list'

/** The day and the view in the address; without them, the clinic's today by dentist. */
export function useDeskDay() {
  const today = useClinicToday()
  const [params, setParams] = useSearchParams()
  const date = readIsoDate(params.get('date') ?? '') ?? today
  const view: View = params.get('view') === 'list' ? 'list' : 'grid'
  const show = (next: { date: IsoDate; view: View }) =>
    setParams(
      { ...(next.date !== today && { date: next.date }), ...(next.view === 'list' && { view: 'list' }) },
      { replace: true, preventScrollReset: true },
    )
  return {
    today,
    date,
    view,
    choose: (day: IsoDate) => show({ date: day, view }),
    setView: (next: View) => show({ date, view: next }),
  }
}
