import { useId } from 'react'
import type { CalendarTreatment } from '#contract/calendar/calendar.ts'

interface TreatmentChoiceProps {
  treatments: CalendarTreatment[]
  /** Ids of the treatments that the doctor performs, and of the one that is their specialty. */
  chosen: string[]
  specialty: string
  error: string | undefined
  onChange: (chosen: string[], specialty: string) => void
}

/** Chooses the treatments that a doctor performs, and the specialty among them. */
export function TreatmentChoice({ treatments, chosen, specialty, error, onChange }: TreatmentChoiceProps) {
  const id = useId()
  const offered = treatments.filter(({ _id, retired }) => !retired || chosen.includes(_id))

  function toggle(treatmentId: string, isChosen: boolean) {
    const next = isChosen ? [...chosen, treatmentId] : chosen.filter((each) => each !== treatmentId)
    onChange(next, next.includes(specialty) ? specialty : (next[0] ?? ''))
  }

  return (
    <div className="grid gap-4">
      <fieldset aria-describedby={`${id}-error`}>
        <legend className="font-medium">Treatments</legend>
        <div className="mt-1 grid sm:grid-cols-2">
          {offered.map(({ _id, name, retired }) => (
            <label key={_id} className="wrap-anywhere flex min-h-11 items-center gap-3">
              <input
                type="checkbox"
                className="checkbox"
                checked={chosen.includes(_id)}
                onChange={({ target }) => toggle(_id, target.checked)}
              />
              {name}
              {retired && <span className="text-quiet text-sm">retired</span>}
            </label>
          ))}
        </div>
        <p id={`${id}-error`} role="alert" className="mt-1 text-error text-sm empty:hidden">
          {error}
        </p>
      </fieldset>
      {chosen.length > 1 && (
        <div>
          <label htmlFor={`${id}-specialty`} className="mb-1 block font-medium">
            Specialty
          </label>
          <select
            id={`${id}-specialty`}
            className="select field"
            value={specialty}
            onChange={({ target }) => onChange(chosen, target.value)}
          >
            {offered
              .filter(({ _id }) => chosen.includes(_id))
              .map(({ _id, name }) => (
                <option key={_id} value={_id}>
                  {name}
                </option>
              ))}
          </select>
        </div>
      )}
    </div>
  )
}
