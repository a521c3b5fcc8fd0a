import UserPlus from 'lucide-react/icons/user-plus'
import { useId } from 'react'
import { type Control, useController } from 'react-hook-form'
import type { PatientFound } from '#contract/patient/found.ts'
import { messageFor } from '#web/api/http/errors.ts'
import { showBirthDate } from '#web/birth-date.ts'
import { useFocusWhen } from '#web/ui/feedback/use-focus-when.ts'
import { Labelled } from '#web/ui/form/Labelled.tsx'
import { PatientOption } from '#web/ui/patient/PatientOption.tsx'
import { countInWords, usePatientSearch } from '#web/ui/patient/use-patient-search.ts'
import type { TypedAppointment } from './fields.ts'

interface PatientPickerProps {
  admin: string
  control: Control<TypedAppointment>
  error: string | undefined
  onChoose: (patient: PatientFound) => void
  /** Called with the text that was typed. */
  onAdd: (typed: string) => void
}

/** Finds a patient while a name, email or phone number is typed, or adds a new one. */
export function PatientPicker({ admin, control, error, onChoose, onAdd }: PatientPickerProps) {
  const id = useId()
  const { ref } = useController({ control, name: 'patient' }).field
  const input = useFocusWhen<HTMLInputElement>(true)
  const list = usePatientSearch(admin, { onChoose, onAdd })
  const { isOpen, active, found, choose } = list

  return (
    <Labelled id={id} label="Patient" required hint="Name, email or phone number" error={error}>
      <div className="relative">
        <input
          ref={(element) => {
            input.current = element
            ref(element)
          }}
          id={id}
          role="combobox"
          aria-expanded={isOpen}
          aria-controls={`${id}-list`}
          aria-autocomplete="list"
          {...(isOpen && { 'aria-activedescendant': `${id}-${active}` })}
          aria-invalid={error !== undefined}
          aria-describedby={`${error === undefined ? '' : `${id}-error `}${id}-hint`}
          autoComplete="off"
          maxLength={100}
          className="input field"
          value={list.typed}
          onChange={({ target }) => list.type(target.value)}
          onKeyDown={list.onKeyDown}
          onClick={list.open}
          onBlur={list.close}
        />
        <div
          id={`${id}-list`}
          role="listbox"
          aria-label="Patients"
          hidden={!isOpen}
          className="absolute inset-x-0 top-full z-20 mt-1 max-h-80 overflow-y-auto rounded-box border border-edge bg-card p-1 shadow-float"
        >
          {[...found, undefined].map((patient, index) => (
            <PatientOption
              key={patient?._id ?? 'new'}
              id={`${id}-${index}`}
              isActive={isOpen && index === active}
              onChoose={() => choose(index)}
            >
              {patient ? (
                <>
                  <p className="font-medium">{patient.name}</p>
                  <p className="text-quiet text-sm">
                    {[bornOf(patient), patient.phone, patient.email ?? 'No email'].filter(Boolean).join(' · ')}
                  </p>
                </>
              ) : (
                <p className="flex items-center gap-2 font-medium">
                  <UserPlus size={18} aria-hidden="true" />
                  New patient
                </p>
              )}
            </PatientOption>
          ))}
        </div>
      </div>
      <p role="status" className="sr-only">
        {list.count !== undefined && countInWords(list.count)}
      </p>
      {list.error && (
        <p role="alert" className="mt-1 text-error text-sm">
          The patients could not be searched. {messageFor(list.error)}
        </p>
      )}
    </Labelled>
  )
}

const bornOf = ({ birthDate }: PatientFound) => birthDate && `Born ${showBirthDate(birthDate)}`
