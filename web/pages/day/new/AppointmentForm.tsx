import { useState } from 'react'
import { useWatch } from 'react-hook-form'
import type { Calendar } from '#contract/calendar/calendar.ts'
import type { AppointmentMade } from '#contract/desk/new-appointment.ts'
import type { IsoDate } from '#contract/kit/time/clinic-date.ts'
import { slotStartMinutes } from '#contract/kit/time/slot.ts'
import { patientFields } from '#contract/patient/fields.ts'
import type { PatientFound } from '#contract/patient/found.ts'
import { dateInText } from '#web/dates.ts'
import { formatDollars } from '#web/money.ts'
import { periodInText } from '#web/periods.ts'
import { useKeptWhenSignedOut } from '#web/session/kept-fields.ts'
import { useClinicToday } from '#web/ui/appointment/chosen-day.ts'
import { Field } from '#web/ui/form/Field.tsx'
import { SelectField } from '#web/ui/form/SelectField.tsx'
import { ServerForm } from '#web/ui/form/ServerForm.tsx'
import { TextArea } from '#web/ui/form/TextArea.tsx'
import { alertsHint } from '#web/ui/patient/alerts-hint.ts'
import { DuplicateChoice } from '#web/ui/patient/DuplicateChoice.tsx'
import { type FormField, isNew } from './fields.ts'
import { appointmentInWords, appointmentPlace, type KeptAppointment } from './kept-appointment.ts'
import { PatientPicker } from './PatientPicker.tsx'
import { TimeFields } from './TimeFields.tsx'
import { useAppointmentForm } from './use-appointment-form.ts'

interface AppointmentFormProps {
  admin: string
  calendar: Calendar
  date: IsoDate
  doctor: string | undefined
  start: number | undefined
  /** The preselected patient. */
  of: PatientFound | undefined
  /** What was in the form when the session ended. */
  kept: KeptAppointment | undefined
  onBooked: (made: AppointmentMade) => void
}

/** Asks for patient, treatment, dentist, day and time, and books. */
export function AppointmentForm(props: AppointmentFormProps) {
  const { admin, calendar, date, doctor = '', start, of, kept, onBooked } = props
  const treatments = calendar.treatments.filter(({ retired }) => !retired)
  const usual = usualTreatment(calendar, doctor)
  const dentist = calendar.doctors.find(({ _id }) => _id === doctor)
  const [chosen, choose] = useState<PatientFound | undefined>(kept?.patient ?? of)
  const { form, field, control, getValues, setValue, clearErrors, submitAgain, duplicates, addAnyway } =
    useAppointmentForm(
      { admin, calendar, onBooked },
      { doctor, date, treatmentId: usual, patient: of?._id ?? '', phone: of?.phone ?? '' },
      kept?.typed,
    )
  const patient = useWatch({ control, name: 'patient' })
  const treatmentId = useWatch({ control, name: 'treatmentId' })
  const treatment = treatments.find(({ _id }) => _id === treatmentId)

  useKeptWhenSignedOut(appointmentPlace, () => {
    const typed = getValues()
    return { fields: { email: admin, typed, patient: chosen }, what: appointmentInWords(treatment?.name, typed.date) }
  })

  const { take, add, searchAgain } = usePatientChoice({ choose, setValue, clearErrors })

  return (
    <ServerForm
      {...form}
      submit="Book"
      className="mt-4 gap-4 lg:grid-cols-2 lg:gap-x-8"
      remedy={
        duplicates && (
          <DuplicateChoice
            duplicates={duplicates}
            onUse={take}
            onAddAnyway={() => {
              addAnyway()
              submitAgain()
            }}
          />
        )
      }
    >
      <div className="grid content-start gap-4">
        {patient === '' && (
          <PatientPicker admin={admin} onChoose={take} onAdd={add} error={field('patient').error} control={control} />
        )}
        {patient === isNew && <NewPatient field={field} isNamed={getValues('name') !== ''} onSearch={searchAgain} />}
        {patient !== '' && patient !== isNew && chosen && <PatientCard patient={chosen} onChange={searchAgain} />}
        {patient !== '' && patient !== isNew && (
          <Field label="Phone" type="tel" autoComplete="off" autoFocus {...field('phone')} />
        )}
      </div>
      <div className="grid content-start gap-4">
        <SelectField
          label="Treatment"
          required
          {...(usual !== '' && treatmentId === usual && { hint: `The usual treatment of ${dentist?.name}.` })}
          {...field('treatmentId')}
        >
          <option value="">Choose a treatment</option>
          {treatments.map(({ _id, name, price, durationMinutes }) => (
            <option key={_id} value={_id}>
              {name} · {durationMinutes} min · {formatDollars(price)}
            </option>
          ))}
        </SelectField>
        <TimeFields
          {...{ admin, control, field, setValue }}
          start={kept?.typed.slot ? slotStartMinutes(kept.typed.slot) : start}
          treatment={treatment}
          doctors={calendar.doctors}
        />
        <Field label="Note" hint="Patients don’t see it." autoComplete="off" {...field('note')} />
        {treatment && (
          <p className="flex justify-between gap-4 border-base-300 border-t pt-4">
            Price <span className="font-bold">{formatDollars(treatment.price)}</span>
          </p>
        )}
      </div>
    </ServerForm>
  )
}

/** Returns the id of the treatment that most appointments of a dentist are for: the specialty, or the only one. Empty
 *  if nobody can tell. */
function usualTreatment({ treatments, doctors }: Calendar, doctorId: string): string {
  const dentist = doctors.find(({ _id }) => _id === doctorId)
  const performed = treatments.filter(({ _id, retired }) => !retired && dentist?.treatmentIds.includes(_id))
  const [only, ...others] = performed
  const specialty = performed.find(({ name }) => name === dentist?.specialty)
  return (specialty ?? (others.length === 0 ? only : undefined))?._id ?? ''
}

type Form = Pick<ReturnType<typeof useAppointmentForm>, 'setValue' | 'clearErrors'>

/** Returns what happens to the form when a patient is found, added or to be searched again. */
function usePatientChoice({ choose, setValue, clearErrors }: Form & { choose: (found?: PatientFound) => void }) {
  function take(found: PatientFound) {
    choose(found)
    setValue('patient', found._id)
    setValue('phone', found.phone ?? '')
    clearErrors()
  }
  function add(typed: string) {
    const isPhone = /^[\d\s()+./-]+$/.test(typed)
    setValue('patient', isNew)
    setValue(isPhone ? 'phone' : 'name', typed)
    clearErrors()
  }
  function searchAgain() {
    choose()
    for (const name of ['patient', 'name', 'phone', 'email', 'birthDate', 'alerts'] as const) setValue(name, '')
  }
  return { take, add, searchAgain }
}

interface NewPatientProps {
  field: FormField
  /** Whether the name was typed already, to find them. */
  isNamed: boolean
  onSearch: () => void
}

/** What is known of a patient without an account. */
function NewPatient({ field, isNamed, onSearch }: NewPatientProps) {
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <p className="font-bold">New patient</p>
        <button type="button" className="btn btn-line px-4" onClick={onSearch}>
          Search instead
        </button>
      </div>
      <Field label="Name" autoComplete="off" required autoFocus={!isNamed} {...field('name')} />
      <Field label="Phone" type="tel" autoComplete="off" required autoFocus={isNamed} {...field('phone')} />
      <Field
        label="Email"
        type="email"
        autoComplete="off"
        hint="If they have one. They get a link to set a password."
        {...field('email')}
      />
      <Field label="Birth date" type="date" max={useClinicToday()} {...field('birthDate')} />
      <TextArea label={patientFields.alerts.label} rows={2} hint={alertsHint} {...field('alerts')} />
    </>
  )
}

interface PatientCardProps {
  patient: PatientFound
  onChange: () => void
}

/** The chosen patient: how to reach them, and their next appointment. */
export function PatientCard({ patient: { name, email, emailConfirmed, next }, onChange }: PatientCardProps) {
  return (
    <div className="flex items-start justify-between gap-4 rounded-box border border-base-300 bg-card p-4">
      <div className="wrap-anywhere min-w-0">
        <p className="font-bold">{name}</p>
        <p className="text-quiet text-sm">{email ?? 'No email'}</p>
        {emailConfirmed === false && (
          <p className="font-medium text-sm">
            This address is not confirmed. The account shows the appointment once its owner opens the link in our email.
          </p>
        )}
        <p className="text-quiet text-sm">
          {next
            ? `Next: ${dateInText(next.date)}, ${periodInText(next.slot)}, ${next.treatment}`
            : 'No upcoming appointment'}
        </p>
      </div>
      <button type="button" className="btn btn-line px-4" onClick={onChange}>
        Change<span className="sr-only"> the patient</span>
      </button>
    </div>
  )
}
