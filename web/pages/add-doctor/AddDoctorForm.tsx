import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError } from '#web/api/http/errors.ts'
import { services } from '#web/api/treatments.ts'
import { Field } from '#web/ui/form/Field.tsx'
import { ServerForm } from '#web/ui/form/ServerForm.tsx'
import { useServerForm } from '#web/ui/form/use-server-form.ts'
import { useToast } from '#web/ui/message/Toasts.tsx'
import { type DoctorFields, doctorFields } from './fields.ts'
import { PhotoField } from './PhotoField.tsx'
import { SpecialtyField } from './SpecialtyField.tsx'
import { UploadProgress } from './UploadProgress.tsx'
import { useAdding } from './use-adding.ts'

const empty: DoctorFields = { name: '', email: '', specialty: '', image: undefined }

/** Adds a doctor with a photo. Clears itself afterwards, for the next doctor. */
export function AddDoctorForm({ admin }: { admin: string }) {
  const toast = useToast()
  const adding = useAdding(admin)
  const specialties = useQuery(services)
  const [photoKey, setPhotoKey] = useState(0)
  const { form, field, reset, control, isSubmitted, trigger } = useServerForm(doctorFields, empty, add)

  async function add({ image, ...doctor }: DoctorFields) {
    if (!image) return
    try {
      await adding.add(doctor, image)
    } catch (error) {
      if (error instanceof DOMException && error.name === 'AbortError') return
      toast('error', 'Failed to add the doctor')
      if (isPhotoRefused(error)) adding.forgetPhoto()
      throw toFormError(error)
    }
    toast('success', 'Doctor added successfully')
    reset(empty)
    // A file input is cleared by replacing it.
    setPhotoKey((key) => key + 1)
  }

  return (
    <ServerForm
      {...form}
      submit="Add"
      submitClass="mt-1 justify-self-start px-10"
      className="mt-6 grid-cols-1 gap-5 rounded-box border border-base-300 bg-card p-5 sm:p-8"
    >
      <Field label="Name" autoComplete="off" required {...field('name')} />
      <Field label="Email" type="email" autoComplete="off" required {...field('email')} />
      <SpecialtyField {...field('specialty')} services={specialties} />
      <PhotoField key={photoKey} control={control} onChosen={() => isSubmitted && trigger('image')} />
      <UploadProgress stage={adding.stage} onCancel={adding.cancel} />
    </ServerForm>
  )
}

function isPhotoRefused(error: unknown): error is ApiError {
  return error instanceof ApiError && error.problem.errors?.img !== undefined
}

/** Moves the server's error for `img`, the address of the photo, to the field `image`. */
function toFormError(error: unknown): unknown {
  if (!isPhotoRefused(error)) return error
  const { img = '', ...errors } = error.problem.errors ?? {}
  return new ApiError({ ...error.problem, errors: { image: img, ...errors } })
}
