import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useSearchParams } from 'react-router'
import { type IsoDate, parseMediumDate, readIsoDate } from '#contract/kit/time/clinic-date.ts'
import { followDays, refreshDesk } from '#web/api/desk/day.ts'
import { useClinicToday } from '#web/ui/appointment/chosen-day.ts'

/** How a wide screen shows the day, by dentist, by chair or as a list, or the whole week. */
export type View = 'grid' | 'chairs' | 'list' | 'week'

/** The day, the view, and the dentist of the week in the address; without them, the clinic's today by dentist. */
export function useDeskDay() {
  const today = useClinicToday()
  const [params, setParams] = useSearchParams()
  const date = readIsoDate(params.get('date') ?? '') ?? today
  const view = (['chairs', 'list', 'week'] as const).find((each) => each === params.get('view')) ?? 'grid'
  const doctor = params.get('doctor') ?? undefined
  const show = (next: { date: IsoDate; view: View }) =>
    setParams(
      {
        ...(next.date !== today && { date: next.date }),
        ...(next.view !== 'grid' && { view: next.view }),
        ...(next.view === 'week' && doctor && { doctor }),
      },
      { replace: true, preventScrollReset: true },
    )
  return {
    today,
    date,
    view: view as View,
    doctor,
    choose: (day: IsoDate) => show({ date: day, view }),
    setView: (next: View) => show({ date, view: next }),
  }
}

const longestPauseMs = 30_000

/** Refetches days at the desk when they change. Returns false while the stream of changes is lost, which is opened
 *  again after a pause. */
export function useLiveDay(admin: string): boolean {
  const client = useQueryClient()
  const [isLive, setLive] = useState(true)

  useEffect(() => {
    const { signal, abort } = openAbort()
    const follow = async (pauseMs: number): Promise<void> => {
      let nextPauseMs = Math.min(pauseMs * 2, longestPauseMs)
      await followDays(admin, {
        signal,
        onOpen: () => {
          nextPauseMs = 1_000
          setLive(true)
          // A change may have come after the day was fetched.
          void refreshDesk(client, admin)
        },
        onEvent: ({ event, data }) =>
          void refreshDesk(client, admin, event === 'day' ? parseMediumDate(data) : undefined),
      }).catch(() => undefined)
      if (signal.aborted) return
      setLive(false)
      await new Promise((resolve) => setTimeout(resolve, pauseMs))
      if (!signal.aborted) return follow(nextPauseMs)
    }
    void follow(1_000)
    return abort
  }, [admin, client])

  return isLive
}

function openAbort() {
  const controller = new AbortController()
  return { signal: controller.signal, abort: () => controller.abort() }
}
