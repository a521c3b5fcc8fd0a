import { useId, useState } from 'react'
import { useWatch } from 'react-hook-form'
import { bookingFields } from '#contract/booking/booking.ts'
import { formatMediumDate, type IsoDate } from '#contract/kit/time/clinic-date.ts'
import type { SessionRecord } from '#web/session/record.ts'
import { BusyButton } from '#web/ui/form/BusyButton.tsx'
import { Field } from '#web/ui/form/Field.tsx'
import { useServerForm } from '#web/ui/form/use-server-form.ts'
import { DentistField } from './DentistField.tsx'
import { toDoctorId } from './dentist-at.ts'
import { TimeField } from './TimeField.tsx'
import type { BookingDraft } from './use-booking.ts'
import { useDentist } from './use-dentist.ts'

interface BookingFormProps {
  treatmentId: string
  day: IsoDate
  slots: string[]
  person: SessionRecord
  initial: BookingDraft
  onBook: (draft: BookingDraft) => Promise<void>
}

/** Asks for time, dentist and phone, above the known facts, so that all fields stay in view above a phone's keyboard. */
export function BookingForm({ treatmentId, day, slots, person, initial, onBook }: BookingFormProps) {
  const [wanted, setWanted] = useState(initial.doctor)
  const { form, field, control } = useServerForm(
    bookingFields,
    { slot: initial.slot, phone: initial.phone },
    (fields) => onBook({ ...fields, doctor: toDoctorId(dentist) }),
  )
  const slot = useWatch({ control, name: 'slot' })
  const dentist = useDentist({ day, treatmentId, slot, wanted })
  // No error under the form: on a failure the dialog closes and a toast says why.
  const { busy, onSubmit } = form

  return (
    <form method="post" noValidate onSubmit={onSubmit}>
      <div className="mt-3 grid gap-3 sm:mt-5 sm:gap-4">
        <TimeField day={day} slots={slots} {...field('slot')} />
        <DentistField dentist={dentist} onChoose={setWanted} />
        <Field label="Phone" type="tel" autoComplete="tel" required {...field('phone')} />
        <div className="mt-1">
          <Fact label="Date" value={formatMediumDate(day)} />
          <Fact label="Name" value={person.name} />
          <Fact label="Email" value={person.email} />
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

/** A value that the patient can't change: a read-only input that looks like text. */
function Fact({ label, value }: { label: string; value: string }) {
  const id = useId()
  return (
    <div className="flex items-center gap-3">
      <label htmlFor={id} className="w-14 shrink-0 text-quiet">
        {label}
      </label>
      <input
        id={id}
        readOnly
        value={value}
        className="min-w-0 flex-1 text-ellipsis rounded-field bg-transparent py-1"
      />
    </div>
  )
}
