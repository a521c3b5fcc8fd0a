import { useState } from 'react'
import type { VisitReason } from '#contract/calendar/visit-reason.ts'
import { loadLater } from '#web/ui/feedback/load-later.ts'
import { Finder } from './Finder.tsx'
import type { Time } from './time-key.ts'
import type { Choice } from './use-choice.ts'

const useSoonTimes = loadLater(() => import('./SoonTimes.tsx'))

interface FindProps {
  choice: Choice
  /** The key of the time whose dialog is loading. */
  opening: string | undefined
  onBook: (time: Time) => void
}

/** Leads from what a patient needs, or from the treatment in the address, to its next free times. */
export function Find({ choice, opening, onBook }: FindProps) {
  const { offer, treatment, doctor, unknown, change } = choice
  const [reason, setReason] = useState<VisitReason>()
  const soon = useSoonTimes()
  const isAsked = reason !== undefined || treatment !== undefined

  return (
    <>
      {unknown && (
        <p role="status" className="mb-3 font-medium">
          {unknown}
        </p>
      )}
      <Finder choice={choice} reason={reason} onReason={setReason} />
      {offer && soon && isAsked && (
        <soon.SoonTimes
          {...{ offer, reason, doctor, opening, onBook }}
          treatment={reason === undefined ? treatment : undefined}
          onAnyDentist={() => change('doctor', undefined)}
          onClose={() => {
            setReason(undefined)
            if (treatment) change('treatment', undefined)
          }}
        />
      )}
    </>
  )
}
