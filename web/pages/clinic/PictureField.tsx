import { useId, useState } from 'react'
import type { PictureFocus, PictureUse } from '#contract/clinic-picture.ts'
import { largestPhoto, photoTypes } from '#contract/photo.ts'
import { pictureHeight, pictureShapes, pictureVersion } from '#contract/picture-shapes.ts'
import { InputError } from '#web/api/http/errors.ts'
import { useChange } from '#web/ui/change/use-change.ts'
import { UploadProgress } from '#web/ui/doctor/UploadProgress.tsx'
import { usePhotoUpload } from '#web/ui/doctor/use-photo-upload.ts'
import { Field } from '#web/ui/form/Field.tsx'
import { FileInput } from '#web/ui/form/FileInput.tsx'
import { Labelled } from '#web/ui/form/Labelled.tsx'
import { SelectField } from '#web/ui/form/SelectField.tsx'

/** A picture that a form edits; null without one. */
export type EditedPicture = { url: string; alt: string } | null

/** What is wrong with a picture that is to be saved; undefined if nothing is. */
export function pictureError(picture: EditedPicture): string | undefined {
  return picture && picture.alt.trim() === '' ? 'Say what the picture shows' : undefined
}

const focusNames: [PictureFocus, string][] = [
  ['automatic', 'What stands out'],
  ['start', 'The left or upper part'],
  ['middle', 'The middle'],
  ['end', 'The right or lower part'],
]

interface PictureFieldProps {
  admin: string
  label: string
  use: PictureUse
  picture: EditedPicture
  onChange: (picture: EditedPicture) => void
  /** What is wrong with the words about the picture. Portraits need none, because the name is beside them. */
  altError?: string | undefined
}

/** Uploads a picture of the public pages, shows how it is cropped, and asks for what it shows in words. */
export function PictureField({ admin, label, use, picture, onChange, altError }: PictureFieldProps) {
  const id = useId()
  const [chosen, setChosen] = useState<File>()
  const [focus, setFocus] = useState<PictureFocus>('automatic')
  const { sent, send, cancel } = usePhotoUpload(admin)
  const change = useChange(async (file: File, part: PictureFocus) => {
    if (file.size > largestPhoto) throw new InputError('This picture is larger than 8 MB.')
    onChange({ url: await send(file, { use, focus: part }), alt: picture?.alt ?? '' })
  })
  const upload = (file: File, part: PictureFocus) => {
    setChosen(file)
    setFocus(part)
    void change.run(file, part)
  }
  const { widths, proportions } = pictureShapes[use]
  return (
    <fieldset className="grid gap-3">
      <legend className="mb-2 font-medium">{label}</legend>
      {picture && (
        <img
          src={pictureVersion(new URL(picture.url).pathname, widths[0], 'webp')}
          alt={picture.alt || `${label}, as patients will see it`}
          width={widths[0]}
          height={pictureHeight(use, widths[0])}
          className={use === 'review' ? 'size-20 rounded-full' : 'h-auto w-full max-w-sm rounded-field'}
        />
      )}
      <Labelled
        id={id}
        label={picture ? 'Another picture' : 'Picture'}
        hint={`JPEG, PNG, WebP or AVIF, at most 8 MB, at least ${widths[0]} pixels wide. It is cropped to ${proportions.join(' : ')}.`}
        error={change.problem}
      >
        <FileInput
          id={id}
          accept={photoTypes.join(',')}
          disabled={change.isBusy}
          onChange={({ target }) => {
            const file = target.files?.[0]
            if (file) upload(file, focus)
            target.value = ''
          }}
        />
      </Labelled>
      <UploadProgress stage={sent === undefined ? undefined : { name: 'photo', sent }} onCancel={cancel} />
      {chosen && picture && (
        <SelectField
          label="What stays when it is cropped"
          value={focus}
          disabled={change.isBusy}
          onChange={({ target }) => {
            const part = focusNames.find(([name]) => name === target.value)
            if (part) upload(chosen, part[0])
          }}
        >
          {focusNames.map(([name, words]) => (
            <option key={name} value={name}>
              {words}
            </option>
          ))}
        </SelectField>
      )}
      {picture && use !== 'review' && (
        <Field
          label="What it shows"
          hint="One sentence, for patients who don’t see it and for search engines."
          value={picture.alt}
          maxLength={200}
          required
          error={altError}
          onChange={({ target }) => onChange({ ...picture, alt: target.value })}
        />
      )}
      {picture && (
        <button type="button" className="btn btn-line justify-self-start" onClick={() => onChange(null)}>
          Remove the picture<span className="sr-only">: {label}</span>
        </button>
      )}
    </fieldset>
  )
}
