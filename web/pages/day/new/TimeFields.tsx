import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { type Control, type UseFormSetValue, useWatch } from 'react-hook-form'
import type { CalendarDoctor, CalendarTreatment } from '#contract/calendar/calendar.ts'
import type { IsoDate } from '#contract/kit/time/clinic-date.ts'
import { slotStartMinutes } from '#contract/kit/time/slot.ts'
import { staffTimesOn } from '#web/api/desk/new-appointment.ts'
import { useClinicToday } from '#web/ui/appointment/chosen-day.ts'
import { Field } from '#web/ui/form/Field.tsx'
import { DentistField } from './DentistField.tsx'
import { FreeTime } from './FreeTime.tsx'
import { type FormField, isPerformedBy, type TypedAppointment } from './fields.ts'
import { OutsideFields } from './OutsideFields.tsx'

interface TimeFieldsProps {
  admin: string
  control: Control<TypedAppointment>
  setValue: UseFormSetValue<TypedAppointment>
  field: FormField
  treatment: CalendarTreatment | undefined
  doctors: readonly CalendarDoctor[]
  /** The preselected time, in minutes after midnight. */
  start: number | undefined
}

/** Chooses dentist, day and time: one that is free, or any with a note. */
export function TimeFields({ admin, control, setValue, field, treatment, doctors, start }: TimeFieldsProps) {
  const today = useClinicToday()
  const [date, wanted, chosen, outside] = useWatch({ control, name: ['date', 'doctor', 'slot', 'outside'] })
  const dentists = doctors.filter((doctor) => outside || !treatment || isPerformedBy(treatment._id, doctor))
  const doctor = dentists.find(({ _id }) => _id === wanted)
  const times = useQuery({
    ...staffTimesOn(admin, date as IsoDate, treatment?._id ?? ''),
    enabled: treatment !== undefined && date !== '',
  })
  const free = times.data?.filter((time) => !doctor || time.doctors.some(({ _id }) => _id === doctor._id))
  const time =
    free?.find(({ slot }) => slot === chosen) ?? free?.find(({ slot }) => slotStartMinutes(slot) === start) ?? free?.[0]
  const slot = time?.slot ?? ''
  // The form follows what the list offers.
  useEffect(() => setValue('slot', slot), [slot, setValue])

  return (
    <>
      <DentistField
        {...field('doctor')}
        dentists={dentists}
        value={doctor?._id ?? ''}
        missed={doctor ? undefined : doctors.find(({ _id }) => _id === wanted)?.name}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="Day" type="date" min={today} required {...field('date')} />
        {!outside && (
          <FreeTime
            {...field('slot')}
            value={slot}
            day={date as IsoDate}
            isTreatmentChosen={treatment !== undefined}
            times={times}
            slots={free?.map((each) => each.slot)}
            dentist={doctor?.name}
          />
        )}
      </div>
      <OutsideFields isOutside={outside} field={field} minutes={treatment?.durationMinutes} />
    </>
  )
}
