import { useState } from 'react'
import { useWatch } from 'react-hook-form'
import type { Calendar } from '#contract/calendar/calendar.ts'
import type { AppointmentMade, PatientFound } from '#contract/desk/new-appointment.ts'
import { formatDollars } from '#contract/kit/money.ts'
import type { IsoDate } from '#contract/kit/time/clinic-date.ts'
import { Field } from '#web/ui/form/Field.tsx'
import { ServerForm } from '#web/ui/form/ServerForm.tsx'
import { useServerForm } from '#web/ui/form/use-server-form.ts'
import { isNew, typedAppointment } from './fields.ts'
import { NewPatient } from './NewPatient.tsx'
import { PatientCard } from './PatientCard.tsx'
import { PatientPicker } from './PatientPicker.tsx'
import { SelectField } from './SelectField.tsx'
import { TimeFields } from './TimeFields.tsx'
import { useSend } from './use-send.ts'

interface AppointmentFormProps {
  admin: string
  calendar: Calendar
  date: IsoDate
  doctor: string | undefined
  start: number | undefined
  onBooked: (made: AppointmentMade) => void
}

/** Asks for patient, treatment, dentist, day and time, and books. */
export function AppointmentForm({ admin, calendar, date, doctor = '', start, onBooked }: AppointmentFormProps) {
  const treatments = calendar.treatments.filter(({ retired }) => !retired)
  const [chosen, choose] = useState<PatientFound>()
  const { send, holder } = useSend(admin, calendar, onBooked)
  const empty = { patient: '', name: '', phone: '', email: '', treatmentId: '', slot: '', start: '', note: '' }
  const initial = { ...empty, doctor, date, outside: false }
  const { form, field, control, setValue, clearErrors } = useServerForm(typedAppointment, initial, send)
  const patient = useWatch({ control, name: 'patient' })
  const treatmentId = useWatch({ control, name: 'treatmentId' })
  const treatment = treatments.find(({ _id }) => _id === treatmentId)

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
    choose(undefined)
    for (const name of ['patient', 'name', 'phone', 'email'] as const) setValue(name, '')
  }

  return (
    <ServerForm
      {...form}
      submit="Book"
      className="mt-4 gap-4"
      remedy={holder && <UseAccount found={holder} onUse={() => take(holder)} />}
    >
      {patient === '' && (
        <PatientPicker admin={admin} onChoose={take} onAdd={add} error={field('patient').error} control={control} />
      )}
      {patient === isNew && <NewPatient field={field} onSearch={searchAgain} />}
      {patient !== '' && patient !== isNew && chosen && <PatientCard patient={chosen} onChange={searchAgain} />}
      {patient !== '' && (
        <Field
          label="Phone"
          type="tel"
          autoComplete="off"
          required={patient === isNew}
          autoFocus={patient !== isNew}
          {...field('phone')}
        />
      )}
      <SelectField label="Treatment" required {...field('treatmentId')}>
        <option value="">Choose a treatment</option>
        {treatments.map(({ _id, name, price, durationMinutes }) => (
          <option key={_id} value={_id}>
            {name} · {durationMinutes} min · {formatDollars(price)}
          </option>
        ))}
      </SelectField>
      <TimeFields {...{ admin, control, field, setValue, start }} treatment={treatment} doctors={calendar.doctors} />
      {treatment && (
        <p className="flex justify-between gap-4 border-base-300 border-t pt-4">
          Price <span className="font-bold">{formatDollars(treatment.price)}</span>
        </p>
      )}
    </ServerForm>
  )
}

function UseAccount({ found, onUse }: { found: PatientFound; onUse: () => void }) {
  return (
    <button type="button" className="btn btn-line mt-2" onClick={onUse}>
      Book for {found.name}
    </button>
  )
}
