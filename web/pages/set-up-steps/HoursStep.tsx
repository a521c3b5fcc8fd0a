import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Week } from '#contract/calendar/hours.ts'
import { workWeek } from '#contract/kit/week.ts'
import { calendarOf, postChange } from '#web/api/calendar.ts'
import { patchClinicUnseen } from '#web/api/clinic.ts'
import { WeekEditor, weekErrors } from '#web/ui/calendar/WeekEditor.tsx'
import { ChangeButton } from '#web/ui/change/ChangeButton.tsx'
import { useChange } from '#web/ui/change/use-change.ts'
import { LoadError } from '#web/ui/feedback/LoadError.tsx'
import type { StepProps } from './step.ts'

/** Asks for the opening hours. Five days with a break are suggested, unless the clinic has hours. */
export function HoursStep({ admin, clinic, next }: StepProps) {
  const client = useQueryClient()
  const calendar = useQuery(calendarOf(admin))
  const [edited, setEdited] = useState<Week>()
  const week = edited ?? (calendar.data?.week.length ? calendar.data.week : suggestedWeek(clinic.country))
  const save = useChange(
    async () => {
      const { version } = await client.ensureQueryData(calendarOf(admin))
      await postChange(admin, { version, change: { kind: 'set-hours', week } })
      await patchClinicUnseen(admin, { setupStep: next, version: clinic.version })
    },
    // The page has the hours in its document.
    { onDone: () => window.location.reload() },
  )
  if (calendar.isPending) return <div className="skeleton mt-4 h-120" />
  if (!calendar.data) return <LoadError what="The opening hours" query={calendar} className="mt-4" />
  const errors = weekErrors(week)
  return (
    <div className="mt-4">
      <WeekEditor week={week} none="Closed" onChange={setEdited} errors={errors} />
      <ChangeButton change={save} disabled={errors.size > 0} className="btn btn-action mt-5 px-8">
        Save and go on
      </ChangeButton>
    </div>
  )
}

function suggestedWeek(country: string): Week {
  const periods = [
    { from: 8 * 60, until: 12 * 60 },
    { from: 13 * 60, until: 17 * 60 },
  ]
  const days = workWeek(country).slice(0, 5)
  return days.toSorted((a, b) => a - b).map((weekday) => ({ weekday, periods }))
}
