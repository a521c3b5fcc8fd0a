import { useMutation } from '@tanstack/react-query'
import { useId, useState } from 'react'
import type { CalendarDoctor, CalendarTreatment } from '#contract/calendar/calendar.ts'
import { type DoctorFields, doctorFields } from '#contract/calendar/doctor-fields.ts'
import type { Week } from '#contract/calendar/hours.ts'
import type { ChangeRules } from '#web/ui/calendar/change.ts'
import { SaveOrUndo } from '#web/ui/calendar/SaveOrUndo.tsx'
import { WeekEditor } from '#web/ui/calendar/WeekEditor.tsx'
import { weekErrors } from '#web/ui/calendar/week-errors.ts'
import { Field } from '#web/ui/form/Field.tsx'
import { TreatmentChoice } from './TreatmentChoice.tsx'

interface DoctorFormProps {
  doctor: CalendarDoctor
  treatments: CalendarTreatment[]
  clinicWeek: Week
  change: ChangeRules
}

/** Edits a doctor's name, treatments and weekly hours. */
export function DoctorForm({ doctor, treatments, clinicWeek, change }: DoctorFormProps) {
  const id = useId()
  const initial = fieldsOf(doctor, treatments)
  const [fields, setFields] = useState(initial)
  const [isSubmitted, setSubmitted] = useState(false)
  const issues = doctorFields.safeParse(fields).error?.issues ?? []
  const errorOf = (name: keyof DoctorFields) =>
    isSubmitted ? issues.find(({ path }) => path[0] === name && path.length === 1)?.message : undefined
  const save = useMutation({
    mutationFn: () =>
      change(
        { kind: 'change-doctor', doctorId: doctor._id, doctor: fields },
        { question: `Change ${fields.name}?`, action: 'Change', done: `${fields.name} is saved` },
      ),
  })
  const set = (more: Partial<DoctorFields>) => setFields({ ...fields, ...more })
  const isChanged = JSON.stringify(fields) !== JSON.stringify(initial)

  function submit() {
    setSubmitted(true)
    if (issues.length === 0) save.mutate()
  }

  return (
    <section className="grid gap-6 rounded-box border border-base-300 bg-card p-5 sm:p-8">
      <Field
        label="Name"
        autoComplete="off"
        required
        value={fields.name}
        error={errorOf('name')}
        onChange={({ target }) => set({ name: target.value })}
      />
      <TreatmentChoice
        treatments={treatments}
        chosen={fields.treatmentIds}
        specialty={fields.specialtyId}
        error={errorOf('treatmentIds') ?? errorOf('specialtyId')}
        onChange={(treatmentIds, specialtyId) => set({ treatmentIds, specialtyId })}
      />
      <fieldset>
        <legend className="font-medium">Hours</legend>
        <label className="mt-2 flex min-h-11 items-center gap-3">
          <input
            type="radio"
            name={`${id}-hours`}
            className="radio"
            checked={fields.week === null}
            onChange={() => set({ week: null })}
          />
          Whenever the clinic is open
        </label>
        <label className="flex min-h-11 items-center gap-3">
          <input
            type="radio"
            name={`${id}-hours`}
            className="radio"
            checked={fields.week !== null}
            onChange={() => set({ week: doctor.week ?? clinicWeek })}
          />
          At these hours, while the clinic is open
        </label>
        {fields.week && (
          <WeekEditor
            week={fields.week}
            none="Not working"
            onChange={(week) => set({ week })}
            errors={isSubmitted ? weekErrors(fields.week) : new Map()}
          />
        )}
        <p role="alert" className="mt-2 text-error text-sm empty:hidden">
          {errorOf('week')}
        </p>
      </fieldset>
      <SaveOrUndo
        isChanged={isChanged}
        isSaving={save.isPending}
        error={save.error}
        onSave={submit}
        onUndo={() => setFields(initial)}
      />
    </section>
  )
}

function fieldsOf(
  { name, treatmentIds, specialty, week }: CalendarDoctor,
  treatments: CalendarTreatment[],
): DoctorFields {
  const specialtyId = treatments.find((treatment) => treatment.name === specialty)?._id ?? treatmentIds[0] ?? ''
  return { name, treatmentIds, specialtyId, week }
}
