import { useQuery } from '@tanstack/react-query'
import UserPlus from 'lucide-react/icons/user-plus'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { type Control, useController } from 'react-hook-form'
import type { PatientFound } from '#contract/desk/new-appointment.ts'
import { patientsBy } from '#web/api/desk/new-appointment.ts'
import { messageFor } from '#web/api/http/errors.ts'
import { useFocusWhen } from '#web/ui/feedback/use-focus-when.ts'
import { Labelled } from '#web/ui/form/Labelled.tsx'
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
              patient={patient}
              onChoose={() => choose(index)}
            />
          ))}
        </div>
      </div>
      <p role="status" className="sr-only">
        {list.count !== undefined && summary(list.count)}
      </p>
      {list.error && (
        <p role="alert" className="mt-1 text-error text-sm">
          The patients could not be searched. {messageFor(list.error)}
        </p>
      )}
    </Labelled>
  )
}

function summary(count: number) {
  if (count === 0) return 'Nobody found'
  return count === 1 ? '1 patient found' : `${count} patients found`
}

interface PatientOptionProps {
  id: string
  isActive: boolean
  /** Undefined: a new patient. */
  patient: PatientFound | undefined
  onChoose: () => void
}

/** A patient in the list, or the option to add one. */
function PatientOption({ id, isActive, patient, onChoose }: PatientOptionProps) {
  const option = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (isActive) option.current?.scrollIntoView({ block: 'nearest' })
  }, [isActive])
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the combobox handles the keys, because it keeps the focus
    // biome-ignore lint/a11y/useFocusableInteractive: as above
    <div
      ref={option}
      id={id}
      role="option"
      aria-selected={isActive}
      className={`wrap-anywhere cursor-pointer rounded-field px-3 py-2 hover:bg-base-300 ${isActive ? '-outline-offset-2 bg-base-300 outline-2 outline-base-content' : ''}`}
      // The focus stays in the field.
      onPointerDown={(event) => event.preventDefault()}
      onMouseDown={(event) => event.preventDefault()}
      onClick={onChoose}
    >
      {patient ? (
        <>
          <p className="font-medium">{patient.name}</p>
          <p className="text-quiet text-sm">
            {[patient.phone, patient.email ?? 'No email'].filter(Boolean).join(' · ')}
          </p>
        </>
      ) : (
        <p className="flex items-center gap-2 font-medium">
          <UserPlus size={18} aria-hidden="true" />
          New patient
        </p>
      )}
    </div>
  )
}

const debounceMs = 300
const minLength = 2

interface Choices {
  onChoose: (patient: PatientFound) => void
  /** Called with the text that was typed. */
  onAdd: (typed: string) => void
}

/** The state of a combobox that finds patients. The option after the last patient adds a new one. The arrows move,
 *  Enter chooses, Escape closes the list, as in the ARIA Authoring Practices. */
function usePatientSearch(admin: string, { onChoose, onAdd }: Choices) {
  const [typed, setTyped] = useState('')
  const [isOpen, setOpen] = useState(false)
  const [at, setAt] = useState(0)
  const search = useDebounced(typed.trim())
  const isSearching = search.length >= minLength
  const patients = useQuery({ ...patientsBy(admin, search), enabled: isSearching })
  const found = (isSearching && patients.data) || []
  const active = Math.min(at, found.length)
  const isSettled = typed.trim() === search && !patients.isFetching

  function choose(index: number) {
    const patient = found[index]
    if (patient) onChoose(patient)
    else onAdd(typed.trim())
  }

  function onKeyDown(event: KeyboardEvent) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined) {
      event.preventDefault()
      if (isOpen) setAt((active + step + found.length + 1) % (found.length + 1))
      setOpen(true)
    } else if (event.key === 'Enter') {
      // Never submits the form, because the patient is not chosen yet.
      event.preventDefault()
      if (isOpen && isSettled) choose(active)
      setOpen(true)
    } else if (event.key === 'Escape' && isOpen) {
      event.preventDefault()
      setOpen(false)
    }
  }

  return {
    ...{ typed, isOpen, active, found, choose, onKeyDown },
    /** The number of patients found; undefined before that is known. */
    count: isOpen && isSearching && isSettled && patients.data ? found.length : undefined,
    error: isSearching ? patients.error : null,
    type: (text: string) => {
      setTyped(text)
      setAt(0)
      setOpen(text.trim() !== '')
    },
    open: () => setOpen(true),
    close: () => setOpen(false),
  }
}

function useDebounced(text: string): string {
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    const pause = setTimeout(setSettled, debounceMs, text)
    return () => clearTimeout(pause)
  }, [text])
  return settled
}
