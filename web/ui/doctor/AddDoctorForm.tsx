import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { type ComponentProps, useId, useState } from 'react'
import type { NamedTreatment } from '#contract/treatment.ts'
import { ApiError, isCanceled, messageFor } from '#web/api/http/errors.ts'
import { services } from '#web/api/treatments.ts'
import { Field } from '#web/ui/form/Field.tsx'
import { Labelled } from '#web/ui/form/Labelled.tsx'
import { ServerForm } from '#web/ui/form/ServerForm.tsx'
import { useServerForm } from '#web/ui/form/use-server-form.ts'
import { useToast } from '#web/ui/message/use-toast.ts'
import { PhotoField } from './PhotoField.tsx'
import { UploadProgress } from './UploadProgress.tsx'
import { type DoctorFields, schemaOf, useAdding } from './use-adding.ts'

const empty: DoctorFields = { name: '', email: '', specialty: '', image: undefined }

/** Adds a doctor, with a photo or without. Clears itself afterwards, for the next doctor. */
export function AddDoctorForm({ admin, onAdded }: { admin: string; onAdded?: () => void }) {
  const toast = useToast()
  const adding = useAdding(admin)
  const specialties = useQuery(services)
  const [photoKey, setPhotoKey] = useState(0)
  const [withoutPhoto, setWithoutPhoto] = useState(false)
  const { form, field, reset, control, clearErrors, isSubmitted, trigger } = useServerForm(
    schemaOf({ withoutPhoto }),
    empty,
    add,
  )

  async function add({ image, ...doctor }: DoctorFields) {
    try {
      await adding.add(doctor, image)
    } catch (error) {
      if (isCanceled(error)) throw error
      toast('error', 'Failed to add the doctor')
      if (isPhotoRefused(error)) adding.forgetPhoto()
      throw toFormError(error)
    }
    toast('success', 'Doctor added successfully')
    reset(empty)
    // A file input is cleared by replacing it.
    setPhotoKey((key) => key + 1)
    setWithoutPhoto(false)
    onAdded?.()
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
      <PhotoField
        key={photoKey}
        control={control}
        required={!withoutPhoto}
        onChosen={() => isSubmitted && trigger('image')}
      >
        <label className="mt-2 flex min-h-11 items-center gap-3">
          <input
            type="checkbox"
            className="checkbox"
            checked={withoutPhoto}
            onChange={({ target }) => {
              setWithoutPhoto(target.checked)
              clearErrors('image')
            }}
          />
          Add without a photo
        </label>
        <p className="text-quiet text-sm">Patients see the initials then.</p>
      </PhotoField>
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

interface SpecialtyFieldProps extends Omit<ComponentProps<'select'>, 'className'> {
  services: UseQueryResult<NamedTreatment[]>
  error: string | undefined
}

/** The doctor's specialty: one of the clinic's services, or none. */
function SpecialtyField({ services, error, ...select }: SpecialtyFieldProps) {
  const id = useId()
  const loadError = services.isError && (
    <span role="alert">
      The services could not be loaded. {messageFor(services.error)}{' '}
      <button type="button" className="cursor-pointer py-1 underline" onClick={() => services.refetch()}>
        Try again
      </button>
    </span>
  )
  const message = error ?? (loadError || undefined)
  return (
    <Labelled id={id} label="Specialty" error={message}>
      <select
        {...select}
        id={id}
        className="select field"
        aria-invalid={error !== undefined}
        aria-busy={services.isPending}
        {...(message !== undefined && { 'aria-describedby': `${id}-error` })}
      >
        <option value="">{services.isPending ? 'Loading the services' : 'No specialty'}</option>
        {services.data?.map(({ name }) => (
          <option key={name} value={name}>
            {name}
          </option>
        ))}
      </select>
    </Labelled>
  )
}
