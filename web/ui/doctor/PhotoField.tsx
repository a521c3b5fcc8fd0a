import type { ReactNode } from 'react'
import { type Control, useController } from 'react-hook-form'
import { PhotoInput } from './PhotoInput.tsx'
import type { DoctorFields } from './use-adding.ts'

interface PhotoFieldProps {
  control: Control<DoctorFields>
  required?: boolean
  /** Stands below the field. */
  children?: ReactNode
  onChosen?: () => void
}

/** The photo of a new doctor, as a field of a form. */
export function PhotoField({ control, required = true, children, onChosen }: PhotoFieldProps) {
  const { field, fieldState } = useController({ control, name: 'image' })
  return (
    <PhotoInput
      ref={field.ref}
      label="Photo"
      required={required}
      name={field.name}
      file={field.value}
      error={fieldState.error?.message}
      onBlur={field.onBlur}
      onChoose={(file) => {
        field.onChange(file)
        onChosen?.()
      }}
    >
      {children}
    </PhotoInput>
  )
}
