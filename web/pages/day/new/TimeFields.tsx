import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { type ComponentProps, useEffect, useState } from 'react'
import { type Control, type UseFormSetValue, useWatch } from 'react-hook-form'
import type { CalendarDoctor, CalendarTreatment } from '#contract/calendar/calendar.ts'
import { parseMediumDate, readIsoDate } from '#contract/kit/time/clinic-date.ts'
import { slotEndMinutes, slotStartMinutes } from '#contract/kit/time/slot.ts'
import { staffTimesOn } from '#web/api/desk/new-appointment.ts'
import { showPeriod } from '#web/periods.ts'
import { useClinicToday } from '#web/ui/appointment/chosen-day.ts'
import { FirstFree } from '#web/ui/appointment/FirstFree.tsx'
import { LoadError } from '#web/ui/feedback/LoadError.tsx'
import { Field } from '#web/ui/form/Field.tsx'
import { SelectField } from '#web/ui/form/SelectField.tsx'
import { type FormField, isPerformedBy, needsDentist, type TypedAppointment } from './fields.ts'

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
  const [preferred, prefer] = useState(start)
  const today = useClinicToday()
  const [date, wanted, chosen, outside] = useWatch({ control, name: ['date', 'doctor', 'slot', 'outside'] })
  const dentists = doctors.filter((doctor) => outside || !treatment || isPerformedBy(treatment._id, doctor))
  const day = readIsoDate(date)
  const doctor = dentists.find(({ _id }) => _id === wanted)
  const times = useQuery({
    ...staffTimesOn(admin, day, treatment?._id ?? ''),
    enabled: treatment !== undefined && day !== undefined,
  })
  const free = times.data?.filter((time) => !doctor || time.doctors.some(({ _id }) => _id === doctor._id))
  const time =
    free?.find(({ slot }) => slot === chosen) ?? (preferred === undefined ? free?.[0] : nearest(free, preferred))
  const slot = time?.slot ?? ''
  // The form follows what the list offers.
  useEffect(() => setValue('slot', slot), [slot, setValue])

  return (
    <>
      <DentistField
        {...field('doctor')}
        dentists={dentists}
        value={doctor?._id ?? ''}
        isNeeded={treatment !== undefined && needsDentist({ outside, treatmentId: treatment._id }, doctors)}
        missed={doctor ? undefined : doctors.find(({ _id }) => _id === wanted)?.name}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="Day" type="date" min={today} required {...field('date')} />
        {!outside && (
          <FreeTime
            {...field('slot')}
            value={slot}
            day={date}
            isTreatmentChosen={treatment !== undefined}
            times={times}
            slots={free?.map((each) => each.slot)}
            dentist={doctor?.name}
          />
        )}
      </div>
      {treatment && !outside && (
        <FirstFree
          {...{ admin, from: day ?? today, doctor: doctor?._id ?? '' }}
          treatmentId={treatment._id}
          onChoose={(found) => {
            setValue('date', parseMediumDate(found.date) ?? date)
            setValue('slot', found.slot)
            prefer(slotStartMinutes(found.slot))
          }}
        />
      )}
      <OutsideFields isOutside={outside} field={field} minutes={treatment?.durationMinutes} />
    </>
  )
}

/** Returns the time that a minute of the day is in, or else the one that begins the nearest. */
function nearest<Time extends { slot: string }>(times: readonly Time[] = [], minute: number): Time | undefined {
  const isIn = ({ slot }: Time) => slotStartMinutes(slot) <= minute && minute < slotEndMinutes(slot)
  const distance = ({ slot }: Time) => Math.abs(slotStartMinutes(slot) - minute)
  return times.findLast(isIn) ?? times.toSorted((one, other) => distance(one) - distance(other))[0]
}

interface DentistFieldProps extends Omit<ComponentProps<typeof SelectField>, 'label'> {
  dentists: readonly CalendarDoctor[]
  /** The name of a dentist who was chosen and does not perform the treatment. */
  missed: string | undefined
  /** One must be chosen. */
  isNeeded: boolean
}

/** Chooses a dentist, or any. Renders nothing if the treatment has none. */
function DentistField({ dentists, missed, isNeeded, ...select }: DentistFieldProps) {
  return (
    <>
      {dentists.length > 0 && (
        <SelectField label="Dentist" required={isNeeded} {...select}>
          <option value="">{isNeeded ? 'Choose a dentist' : 'Any dentist'}</option>
          {dentists.map(({ _id, name }) => (
            <option key={_id} value={_id}>
              {name}
            </option>
          ))}
        </SelectField>
      )}
      <p role="status" className="-mt-2 text-quiet text-sm empty:hidden">
        {missed && `${missed} doesn’t perform this treatment.`}
      </p>
    </>
  )
}

interface FreeTimeProps extends Omit<ComponentProps<typeof SelectField>, 'label'> {
  day: string
  isTreatmentChosen: boolean
  times: UseQueryResult<unknown>
  /** The free slots of the day; undefined until they are known. */
  slots: string[] | undefined
  /** The name of the dentist whose times they are. */
  dentist: string | undefined
}

/** Chooses one of the free times, or says why there is none. */
function FreeTime({ day, isTreatmentChosen, times, slots, dentist, ...select }: FreeTimeProps) {
  if (times.isError) return <LoadError what="The free times" query={times} />
  if (slots?.length === 0) {
    return (
      <p className="min-h-18 content-center">
        {dentist ? `${dentist} has no free time` : 'There are no free times'} on this day. Choose another one, or book
        outside the rules.
      </p>
    )
  }
  return (
    <SelectField label="Time" required {...select} key={day} disabled={!slots}>
      {!slots && <option value="">{isTreatmentChosen ? 'Looking for free times' : 'Treatment first'}</option>}
      {slots?.map((slot) => (
        <option key={slot} value={slot}>
          {showPeriod(slot)}
        </option>
      ))}
    </SelectField>
  )
}

interface OutsideFieldsProps {
  isOutside: boolean
  field: FormField
  /** The length of the treatment. */
  minutes: number | undefined
}

/** Lets staff book at any time, with a reason. */
function OutsideFields({ isOutside, field, minutes }: OutsideFieldsProps) {
  const { error: _, ...checkbox } = field('outside')
  return (
    <fieldset className={isOutside ? 'grid gap-4 rounded-box border border-edge p-4' : ''}>
      <label className="flex min-h-11 cursor-pointer items-center gap-3">
        <input {...checkbox} type="checkbox" className="checkbox" />
        Book outside the rules
      </label>
      {isOutside && (
        <>
          <p className="text-quiet text-sm">
            Opening hours, dentists, chairs and other appointments, also the patient’s own, are not checked.
          </p>
          <Field
            label="Start"
            type="time"
            required
            {...(minutes !== undefined && { hint: `It takes ${minutes} minutes.` })}
            {...field('start')}
          />
          <Field
            label="Why it may break the rules"
            hint="Patients don’t see it. For example: pain, squeezed in."
            autoComplete="off"
            required
            {...field('reason')}
          />
        </>
      )}
    </fieldset>
  )
}
