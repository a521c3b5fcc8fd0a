import UserPlus from 'lucide-react/icons/user-plus'
import { useEffect, useRef } from 'react'
import type { PatientFound } from '#contract/desk/new-appointment.ts'

interface PatientOptionProps {
  id: string
  isActive: boolean
  /** Undefined: a new patient. */
  patient: PatientFound | undefined
  onChoose: () => void
}

/** A patient in the list, or the option to add one. */
export function PatientOption({ id, isActive, patient, onChoose }: PatientOptionProps) {
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
