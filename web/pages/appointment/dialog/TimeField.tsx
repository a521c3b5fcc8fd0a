import { type ComponentProps, useId } from 'react'
import type { IsoDate } from '#contract/kit/time/clinic-date.ts'
import { slotStartMinutes } from '#contract/kit/time/slot.ts'
import { showSlot } from '#web/dates.ts'
import { ClinicZone } from '#web/ui/appointment/AppointmentTime.tsx'

const noonMinutes = 12 * 60

interface TimeFieldProps extends ComponentProps<'select'> {
  error: string | undefined
  day: IsoDate
  slots: string[]
  /** The dialog begins with it. */
  isFirst: boolean
}

/** Chooses one of the free slots of `day`, grouped by morning and afternoon. */
export function TimeField({ day, slots, isFirst, error, ...select }: TimeFieldProps) {
  const id = useId()
  const zone = useId()
  const groups = [
    { label: 'Morning', slots: slots.filter((slot) => slotStartMinutes(slot) < noonMinutes) },
    { label: 'Afternoon', slots: slots.filter((slot) => slotStartMinutes(slot) >= noonMinutes) },
  ]
  return (
    <div>
      <div className="mb-1">
        <label htmlFor={id} className="font-medium">
          Time
        </label>
        <span id={zone} className="text-quiet">
          <ClinicZone date={day} />
        </span>
      </div>
      <select
        {...select}
        data-autofocus={isFirst || undefined}
        id={id}
        aria-invalid={error !== undefined}
        aria-describedby={zone}
        className="select field"
      >
        {groups.map(
          ({ label, slots }) =>
            slots.length > 0 && (
              <optgroup key={label} label={label}>
                {slots.map((slot) => (
                  <option key={slot} value={slot}>
                    {showSlot(slot)}
                  </option>
                ))}
              </optgroup>
            ),
        )}
      </select>
    </div>
  )
}
