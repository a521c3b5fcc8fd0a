import { type RefObject, useId } from 'react'
import type { PatientFound } from '#contract/patient/found.ts'
import { messageFor } from '#web/api/http/errors.ts'
import { showBirthDate } from '#web/birth-date.ts'
import { dateInText } from '#web/dates.ts'
import { periodInText } from '#web/periods.ts'
import { PatientOption } from './PatientOption.tsx'
import { countInWords, usePatientSearch } from './use-patient-search.ts'

interface PatientComboboxProps {
  admin: string
  label: string
  field: RefObject<HTMLInputElement | null>
  onChoose: (patient: PatientFound) => void
  className?: string
  /** A patient who is not offered. */
  exceptId?: string
  /** Those who have died are found, too. */
  died?: boolean
}

/** A field that finds patients by name, phone number, email or birth date while it is typed into. */
export function PatientCombobox(props: PatientComboboxProps) {
  const { admin, label, field, onChoose, className = '', exceptId, died = false } = props
  const id = useId()
  const list = usePatientSearch(admin, {
    ...{ exceptId, died },
    onChoose: (patient) => {
      list.type('')
      onChoose(patient)
    },
  })
  const { active, found } = list
  const isOpen = list.isOpen && list.typed.trim() !== ''
  return (
    <div className="relative">
      <input
        ref={field}
        id={id}
        role="combobox"
        aria-label={label}
        aria-expanded={isOpen}
        aria-controls={`${id}-list`}
        aria-autocomplete="list"
        {...(isOpen && found.length > 0 && { 'aria-activedescendant': `${id}-${active}` })}
        placeholder="Name, phone, email or birth date"
        autoComplete="off"
        maxLength={100}
        enterKeyHint="search"
        className={`input field placeholder:text-quiet ${className}`}
        value={list.typed}
        onChange={({ target }) => list.type(target.value)}
        onKeyDown={(event) => {
          list.onKeyDown(event)
          if (event.key !== 'Escape') return
          list.type('')
          event.currentTarget.blur()
        }}
        onClick={() => list.typed !== '' && list.open()}
        onFocus={() => list.typed !== '' && list.open()}
        onBlur={list.close}
      />
      <div
        hidden={!isOpen}
        className="absolute inset-x-0 top-full z-20 mt-1 max-h-100 overflow-y-auto rounded-box border border-edge bg-card p-1 shadow-float"
      >
        <div id={`${id}-list`} role="listbox" aria-label="Patients">
          {found.map((patient, index) => (
            <PatientOption
              key={patient._id}
              id={`${id}-${index}`}
              isActive={isOpen && index === active}
              onChoose={() => list.choose(index)}
            >
              <FoundPatient patient={patient} />
            </PatientOption>
          ))}
        </div>
        <Note list={list} />
      </div>
      <p role="status" className="sr-only">
        {list.count !== undefined && countInWords(list.count)}
      </p>
    </div>
  )
}

/** Says what is going on while there is nobody to choose. */
function Note({ list: { typed, found, isWaiting, error } }: { list: ReturnType<typeof usePatientSearch> }) {
  const note = 'px-3 py-2 text-sm'
  if (error)
    return (
      <p role="alert" className={`${note} text-error`}>
        The patients could not be searched. {messageFor(error)}
      </p>
    )
  if (found.length > 0) return null
  if (isWaiting) return <p className={`${note} text-quiet`}>Searching…</p>
  if (typed.trim().length < 2) return <p className={`${note} text-quiet`}>Type at least 2 characters.</p>
  return (
    <div className={note}>
      <p className="font-medium">Nobody found</p>
      <p className="text-quiet">Try the first letters of a name, or four digits of a phone number.</p>
    </div>
  )
}

/** A patient as an option. */
export function FoundPatient({ patient: { name, birthDate, phone, email, next, died } }: { patient: PatientFound }) {
  const facts = [died && 'Died', birthDate && `Born ${showBirthDate(birthDate)}`, phone, !phone && email].filter(
    Boolean,
  )
  return (
    <>
      <p className="flex flex-wrap items-baseline gap-x-3">
        <bdi className="font-medium">{name}</bdi>
        <span className="text-quiet text-sm tabular-nums">{facts.join(' · ')}</span>
      </p>
      <p className="text-quiet text-sm">
        {next
          ? `Next: ${dateInText(next.date)}, ${periodInText(next.slot)}, ${next.treatment}`
          : 'No upcoming appointment'}
      </p>
    </>
  )
}
