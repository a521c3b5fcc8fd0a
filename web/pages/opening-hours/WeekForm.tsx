import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { Week } from '#contract/calendar/hours.ts'
import type { ChangeRules } from '#web/ui/calendar/change.ts'
import { SaveOrUndo } from '#web/ui/calendar/SaveOrUndo.tsx'
import { WeekEditor } from '#web/ui/calendar/WeekEditor.tsx'
import { weekErrors } from '#web/ui/calendar/week-errors.ts'

/** Edits the weekly opening hours. */
export function WeekForm({ week, change }: { week: Week; change: ChangeRules }) {
  const [edited, setEdited] = useState(week)
  const [isSubmitted, setSubmitted] = useState(false)
  const errors = weekErrors(edited)
  const isChanged = JSON.stringify(edited) !== JSON.stringify(week)
  const save = useMutation({
    mutationFn: () =>
      change(
        { kind: 'set-hours', week: edited },
        { question: 'Change the opening hours?', action: 'Change', done: 'The opening hours are changed' },
      ),
  })

  function submit() {
    setSubmitted(true)
    if (errors.size === 0) save.mutate()
  }

  return (
    <div className="mt-4">
      <WeekEditor week={edited} none="Closed" onChange={setEdited} errors={isSubmitted ? errors : new Map()} />
      <div className="mt-5">
        <SaveOrUndo
          isChanged={isChanged}
          isSaving={save.isPending}
          error={save.error}
          onSave={submit}
          onUndo={() => setEdited(week)}
        />
      </div>
    </div>
  )
}
