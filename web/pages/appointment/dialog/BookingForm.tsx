import { type BookingFields, bookingFields } from '#contract/booking.ts'
import { formatMediumDate, type IsoDate } from '#contract/kit/time/clinic-date.ts'
import type { SessionRecord } from '#web/session/record.ts'
import { BusyButton } from '#web/ui/form/BusyButton.tsx'
import { Field } from '#web/ui/form/Field.tsx'
import { useServerForm } from '#web/ui/form/use-server-form.ts'
import { FactRow } from './FactRow.tsx'
import { TimeField } from './TimeField.tsx'

interface BookingFormProps {
  day: IsoDate
  slots: string[]
  person: SessionRecord
  /** What the fields start with. */
  initial: BookingFields
  onBook: (fields: BookingFields) => Promise<void>
}

/** Time and phone, which the patient fills in, above what is known already. The fields stay in view above a phone's keyboard. */
export function BookingForm({ day, slots, person, initial, onBook }: BookingFormProps) {
  const { form, field } = useServerForm(bookingFields, initial, onBook)
  // The dialog closes and a message says what went wrong, so the form has no error of its own.
  const { busy, onSubmit } = form

  return (
    <form method="post" noValidate onSubmit={onSubmit}>
      <div className="mt-3 grid gap-3 sm:mt-5 sm:gap-4">
        <TimeField day={day} slots={slots} {...field('slot')} />
        <Field label="Phone" type="tel" autoComplete="tel" required {...field('phone')} />
        <div className="mt-1">
          <FactRow label="Date" value={formatMediumDate(day)} />
          <FactRow label="Name" value={person.name} />
          <FactRow label="Email" value={person.email} />
        </div>
      </div>
      <div className="sticky bottom-0 -mx-5 mt-3 border-base-300 border-t bg-card px-5 py-3 sm:-mx-8 sm:mt-5 sm:px-8 sm:py-5">
        <BusyButton type="submit" busy={busy} className="btn btn-action w-full">
          {busy ? 'Booking' : 'Submit'}
        </BusyButton>
      </div>
    </form>
  )
}
