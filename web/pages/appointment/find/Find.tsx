import type { VisitReason } from '#contract/calendar/visit-reason.ts'
import type { IsoDate } from '#contract/kit/time/clinic-date.ts'
import { Finder } from './Finder.tsx'
import type { Time } from './time-key.ts'
import type { Choice } from './use-choice.ts'
import { useTimes } from './use-times.ts'

interface FindProps {
  choice: Choice
  reason: VisitReason | undefined
  onReason: (reason: VisitReason | undefined) => void
  /** The times of the treatment in the address are not before that day. */
  from: IsoDate | undefined
  /** The key of the time whose dialog is loading. */
  opening: string | undefined
  onBook: (time: Time) => void
}

/** Leads from what a patient needs, or from the treatment in the address, to its next free times. */
export function Find({ choice, reason, onReason, from, opening, onBook }: FindProps) {
  const { offer, treatment, doctor, unknown, change } = choice
  const times = useTimes()
  const isAsked = reason !== undefined || treatment !== undefined

  return (
    <>
      {unknown && (
        <p role="status" className="mb-3 font-medium">
          {unknown}
        </p>
      )}
      <Finder choice={choice} reason={reason} onReason={onReason} />
      {offer && times && isAsked && (
        <times.SoonTimes
          {...{ offer, reason, doctor, from, opening, onBook }}
          treatment={reason === undefined ? treatment : undefined}
          onAnyDentist={() => change('doctor', undefined)}
          onClose={() => {
            onReason(undefined)
            if (treatment) change('treatment', undefined)
          }}
        />
      )}
    </>
  )
}
