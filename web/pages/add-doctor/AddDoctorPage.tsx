import { zodResolver } from '@hookform/resolvers/zod'
import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useForm } from 'react-hook-form'
import { ApiError, messageFor } from '#web/api/http/errors.ts'
import { services } from '#web/api/treatments.ts'
import { pageTitle } from '#web/app/page-title.ts'
import { usePerson } from '#web/session/guard/use-person.ts'
import { Field } from '#web/ui/form/Field.tsx'
import { useToast } from '#web/ui/message/Toasts.tsx'
import { type DoctorFields, doctorFields } from './fields.ts'
import { PhotoField } from './PhotoField.tsx'
import { SpecialtyField } from './SpecialtyField.tsx'
import { UploadProgress } from './UploadProgress.tsx'
import { useAdding } from './use-adding.ts'

const empty: DoctorFields = { name: '', email: '', specialty: '', image: undefined }

export const meta = () => pageTitle('Add a Doctor')

export default function AddDoctorPage() {
  const { email: admin } = usePerson()
  const toast = useToast()
  const adding = useAdding(admin)
  const specialties = useQuery(services)
  const [round, setRound] = useState(0)
  const heading = useId()
  const { register, handleSubmit, setError, reset, control, formState } = useForm({
    resolver: zodResolver(doctorFields),
    defaultValues: empty,
  })
  const { errors, isSubmitting } = formState

  const submit = handleSubmit(async ({ image, ...form }) => {
    if (!image) return
    try {
      await adding.add(form, image)
      toast('success', 'Doctor added successfully')
      reset(empty)
      // Only a new input is without its file.
      setRound((before) => before + 1)
    } catch (error) {
      if (error instanceof DOMException && error.name === 'AbortError') return
      toast('error', 'Failed to add the doctor')
      showRefusal(error)
    }
  })

  function showRefusal(error: unknown) {
    const refusals = error instanceof ApiError ? (error.problem.errors ?? {}) : {}
    if (refusals.img) adding.forgetPhoto()
    const fields = {
      name: refusals.name,
      email: refusals.email,
      specialty: refusals.specialty,
      image: refusals.image ?? refusals.img,
    }
    const refused = (['name', 'email', 'specialty', 'image'] as const).filter((field) => fields[field])
    for (const [at, field] of refused.entries())
      setError(field, { message: fields[field] ?? '' }, { shouldFocus: at === 0 })
    if (refused.length === 0) setError('root', { message: messageFor(error) })
  }

  return (
    <section aria-labelledby={heading} className="max-w-xl">
      <h1 id={heading} className="page-title">
        Add a Doctor
      </h1>
      <form
        method="post"
        noValidate
        onSubmit={(event) => (isSubmitting ? event.preventDefault() : submit(event))}
        className="mt-6 grid grid-cols-1 gap-5 rounded-box border border-base-300 bg-card p-5 sm:p-8"
      >
        <Field label="Name" autoComplete="off" required {...register('name')} error={errors.name?.message} />
        <Field
          label="Email"
          type="email"
          autoComplete="off"
          required
          {...register('email')}
          error={errors.email?.message}
        />
        <SpecialtyField {...register('specialty')} result={specialties} error={errors.specialty?.message} />
        <PhotoField key={round} control={control} />
        <UploadProgress stage={adding.stage} onCancel={adding.cancel} />
        <button type="submit" className="btn btn-action mt-1 justify-self-start px-10" aria-disabled={isSubmitting}>
          {isSubmitting && <span className="loading loading-spinner loading-sm" aria-hidden="true" />}
          Add
        </button>
        <p role="alert" className="text-error text-sm empty:hidden">
          {errors.root?.message}
        </p>
      </form>
    </section>
  )
}
