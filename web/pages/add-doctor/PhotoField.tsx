import { useId } from 'react'
import { type Control, useController } from 'react-hook-form'
import { photoTypes } from '#contract/photo.ts'
import { Labelled } from '#web/ui/form/Labelled.tsx'
import type { DoctorFields } from './fields.ts'
import { PhotoPreview } from './PhotoPreview.tsx'

interface PhotoFieldProps {
  control: Control<DoctorFields>
  onChosen?: () => void
}

/** Chooses a photo, from files or a phone's camera, and previews it. */
export function PhotoField({ control, onChosen }: PhotoFieldProps) {
  const id = useId()
  const { field, fieldState } = useController({ control, name: 'image' })
  const error = fieldState.error?.message
  return (
    <div className="flex flex-wrap items-start gap-x-5 gap-y-3">
      <PhotoPreview file={field.value} />
      <div className="min-w-48 flex-1">
        <Labelled id={id} label="Photo" required error={error}>
          <input
            ref={field.ref}
            id={id}
            required
            name={field.name}
            type="file"
            // A list of types makes an iPhone convert its own format to JPEG.
            accept={photoTypes.join(',')}
            onBlur={field.onBlur}
            onChange={({ target }) => {
              field.onChange(target.files?.[0])
              onChosen?.()
            }}
            className="input field h-auto cursor-pointer py-2 pl-2 file:mr-3 file:cursor-pointer file:rounded-field file:border-0 file:bg-base-300 file:px-4 file:py-2 file:font-medium file:text-base-content"
            aria-invalid={error !== undefined}
            aria-describedby={error === undefined ? `${id}-hint` : `${id}-error ${id}-hint`}
          />
        </Labelled>
        <p id={`${id}-hint`} className="mt-1 text-balance text-quiet text-sm">
          JPEG, PNG, WebP or AVIF, at most 8 MB. It is cropped to a square.
        </p>
      </div>
    </div>
  )
}
