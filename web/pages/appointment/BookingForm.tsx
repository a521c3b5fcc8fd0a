import { zodResolver } from '@hookform/resolvers/zod'
import { useId } from 'react'
import { useForm } from 'react-hook-form'
import type { z } from 'zod'
import { bookingRequest } from '#contract/booking.ts'
import { Field } from '#web/components/Field.tsx'
import type { SessionRecord } from '#web/session/record.ts'

const fields = bookingRequest.pick({ slot: true, phone: true })
export type BookingFields = z.infer<typeof fields>

interface BookingFormProps {
  date: string
  slots: string[]
  person: SessionRecord
  /** Resolves to a sentence when it could not be done and may be tried again. */
  onBook: (fields: BookingFields) => Promise<string | undefined>
}

/** When, who and on which number to call. */
export function BookingForm({ date, slots, person, onBook }: BookingFormProps) {
  const slotId = useId()
  const { register, handleSubmit, setError, formState } = useForm({
    resolver: zodResolver(fields),
    defaultValues: { slot: slots[0] ?? '', phone: '' },
  })
  const { errors, isSubmitting } = formState

  const submit = handleSubmit(async (chosen) => {
    const message = await onBook(chosen)
    if (message) setError('root', { message })
  })

  return (
    <form
      method="post"
      noValidate
      onSubmit={(event) => (isSubmitting ? event.preventDefault() : submit(event))}
      className="mt-5 grid gap-4"
    >
      <Field label="Date" readOnly value={date} />
      <div>
        <label htmlFor={slotId} className="mb-1 block font-medium">
          Time
        </label>
        <select id={slotId} className="select field" {...register('slot')}>
          {slots.map((slot) => (
            <option key={slot}>{slot}</option>
          ))}
        </select>
      </div>
      <Field label="Name" readOnly value={person.name} />
      <Field label="Email" readOnly value={person.email} />
      <Field label="Phone" type="tel" autoComplete="tel" {...register('phone')} error={errors.phone?.message} />
      <button type="submit" className="btn btn-action mt-2" aria-disabled={isSubmitting}>
        {isSubmitting && <span className="loading loading-spinner loading-sm" aria-hidden="true" />}
        {isSubmitting ? 'Booking' : 'Submit'}
      </button>
      <p role="alert" className="text-error text-sm empty:hidden">
        {errors.root?.message}
      </p>
    </form>
  )
}
