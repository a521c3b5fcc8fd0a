import type { UseQueryResult } from '@tanstack/react-query'
import type { ComponentProps } from 'react'
import type { IsoDate } from '#contract/kit/time/clinic-date.ts'
import { LoadError } from '#web/ui/feedback/LoadError.tsx'
import { SelectField } from './SelectField.tsx'

interface FreeTimeProps extends Omit<ComponentProps<typeof SelectField>, 'label'> {
  day: IsoDate
  isTreatmentChosen: boolean
  times: UseQueryResult<unknown>
  /** The free slots of the day; undefined until they are known. */
  slots: string[] | undefined
  /** The name of the dentist whose times they are. */
  dentist: string | undefined
}

/** Chooses one of the free times, or says why there is none. */
export function FreeTime({ day, isTreatmentChosen, times, slots, dentist, ...select }: FreeTimeProps) {
  if (times.isError) return <LoadError what="The free times" query={times} />
  if (slots?.length === 0) {
    return (
      <p className="min-h-18 content-center">
        {dentist ? `${dentist} has no free time` : 'Nothing is free'} on this day. Choose another one, or book outside
        the rules.
      </p>
    )
  }
  return (
    <SelectField label="Time" required {...select} key={day} disabled={!slots}>
      {!slots && <option value="">{isTreatmentChosen ? 'Looking for free times' : 'Choose a treatment first'}</option>}
      {slots?.map((slot) => (
        <option key={slot}>{slot}</option>
      ))}
    </SelectField>
  )
}
