import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { Week } from '#contract/calendar/hours.ts'
import { messageFor } from '#web/api/http/errors.ts'
import type { ChangeRules } from '#web/ui/calendar/change.ts'
import { WeekEditor } from '#web/ui/calendar/WeekEditor.tsx'
import { weekErrors } from '#web/ui/calendar/week-errors.ts'
import { BusyButton } from '#web/ui/form/BusyButton.tsx'

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
      <div className="mt-5 flex flex-wrap gap-3">
        <BusyButton busy={save.isPending} disabled={!isChanged} className="btn btn-action px-8" onClick={submit}>
          Save
        </BusyButton>
        <button type="button" className="btn btn-line" disabled={!isChanged} onClick={() => setEdited(week)}>
          Undo changes
        </button>
      </div>
      <p role="alert" className="mt-3 text-error text-sm empty:hidden">
        {save.error && messageFor(save.error)}
      </p>
    </div>
  )
}
