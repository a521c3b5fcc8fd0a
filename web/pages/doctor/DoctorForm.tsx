import { useId, useState } from 'react'
import type { CalendarDoctor, CalendarTreatment } from '#contract/calendar/calendar.ts'
import { type DoctorFields, doctorFields } from '#contract/calendar/doctor-fields.ts'
import type { Week } from '#contract/calendar/hours.ts'
import { SaveOrUndo } from '#web/ui/calendar/SaveOrUndo.tsx'
import type { ChangeRules } from '#web/ui/calendar/use-rule-change.tsx'
import { useChange } from '#web/ui/change/use-change.ts'
import { usePhotoUpload } from '#web/ui/doctor/use-photo-upload.ts'
import { Field } from '#web/ui/form/Field.tsx'
import { DoctorHours } from './DoctorHours.tsx'
import { type ChosenPhoto, PhotoChoice, photoError } from './PhotoChoice.tsx'

interface DoctorFormProps {
  admin: string
  doctor: CalendarDoctor
  treatments: CalendarTreatment[]
  clinicWeek: Week
  change: ChangeRules
}

/** Edits a doctor's photo and name, what patients read about them, their treatments and weekly hours. */
export function DoctorForm({ admin, doctor, treatments, clinicWeek, change }: DoctorFormProps) {
  const initial = fieldsOf(doctor, treatments)
  const [fields, setFields] = useState(initial)
  const [photo, setPhoto] = useState<ChosenPhoto>()
  // A file input is cleared by replacing it.
  const [photoKey, setPhotoKey] = useState(0)
  const upload = usePhotoUpload(admin)
  const [isSubmitted, setSubmitted] = useState(false)
  const issues = doctorFields.safeParse(fields).error?.issues ?? []
  const errorOf = (name: keyof DoctorFields) =>
    isSubmitted ? issues.find(({ path }) => path[0] === name && path.length === 1)?.message : undefined
  const saving = useChange(
    async () => {
      const img = photo instanceof File ? await upload.send(photo) : photo === 'none' ? '' : undefined
      return change(
        { kind: 'change-doctor', doctorId: doctor._id, doctor: { ...fields, ...(img !== undefined && { img }) } },
        { question: `Change ${fields.name}?`, action: 'Change', done: `${fields.name} is saved` },
      )
    },
    { onFailed: upload.forget },
  )
  const set = (more: Partial<DoctorFields>) => setFields({ ...fields, ...more })
  const isChanged = photo !== undefined || JSON.stringify(fields) !== JSON.stringify(initial)

  function submit() {
    setSubmitted(true)
    if (issues.length === 0 && !(photo instanceof File && photoError(photo))) void saving.run()
  }

  function undo() {
    setFields(initial)
    setPhoto(undefined)
    setPhotoKey(photoKey + 1)
  }

  return (
    <section className="grid gap-6 rounded-box border border-base-300 bg-card p-5 sm:p-8">
      <PhotoChoice
        key={photoKey}
        doctor={doctor}
        chosen={photo}
        onChoose={setPhoto}
        sent={upload.sent}
        onCancel={upload.cancel}
      />
      <Texts fields={fields} errorOf={errorOf} onChange={set} />
      <TreatmentChoice
        treatments={treatments}
        chosen={fields.treatmentIds}
        specialty={fields.specialtyId}
        error={errorOf('treatmentIds') ?? errorOf('specialtyId')}
        onChange={(treatmentIds, specialtyId) => set({ treatmentIds, specialtyId })}
      />
      <DoctorHours
        week={fields.week}
        weekB={fields.weekB}
        own={doctor.week ?? clinicWeek}
        isSubmitted={isSubmitted}
        error={errorOf('week')}
        onChange={set}
      />
      <SaveOrUndo isChanged={isChanged} saving={saving} onSave={submit} onUndo={undo} />
    </section>
  )
}

interface TextsProps {
  fields: DoctorFields
  errorOf: (name: keyof DoctorFields) => string | undefined
  onChange: (texts: Partial<DoctorFields>) => void
}

/** What patients read about the doctor. */
function Texts({ fields, errorOf, onChange }: TextsProps) {
  return (
    <>
      <Field
        label="Name"
        autoComplete="off"
        required
        value={fields.name}
        error={errorOf('name')}
        onChange={({ target }) => onChange({ name: target.value })}
      />
      <Field
        label="Languages"
        hint="Patients see them, such as ‘English, Spanish’."
        autoComplete="off"
        value={fields.languages}
        error={errorOf('languages')}
        onChange={({ target }) => onChange({ languages: target.value })}
      />
      <Field
        label="Sentence for patients"
        hint="What patients should know about the dentist."
        autoComplete="off"
        value={fields.sentence}
        error={errorOf('sentence')}
        onChange={({ target }) => onChange({ sentence: target.value })}
      />
    </>
  )
}

function fieldsOf(
  { name, treatmentIds, specialty, week, weekB, languages, sentence }: CalendarDoctor,
  treatments: CalendarTreatment[],
): DoctorFields {
  const specialtyId = treatments.find((treatment) => treatment.name === specialty)?._id ?? treatmentIds[0] ?? ''
  return { name, treatmentIds, specialtyId, languages, sentence, week, weekB: weekB ?? null }
}

interface TreatmentChoiceProps {
  treatments: CalendarTreatment[]
  /** Ids of the treatments that the doctor performs, and of the one that is their specialty. */
  chosen: string[]
  specialty: string
  error: string | undefined
  onChange: (chosen: string[], specialty: string) => void
}

/** Chooses the treatments that a doctor performs, and the specialty among them. */
function TreatmentChoice({ treatments, chosen, specialty, error, onChange }: TreatmentChoiceProps) {
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
