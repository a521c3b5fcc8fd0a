import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { useWatch } from 'react-hook-form'
import { z } from 'zod/mini'
import { type Booking, bookingFields } from '#contract/booking/booking.ts'
import { callable } from '#contract/kit/text/phone.ts'
import { formatMediumDate, type IsoDate } from '#contract/kit/time/clinic-date.ts'
import { slotStartMinutes } from '#contract/kit/time/slot.ts'
import type { Treatment } from '#contract/treatment.ts'
import { accountPatientsOf } from '#web/api/account-patients.ts'
import { bookingsOf } from '#web/api/bookings.ts'
import { clinic } from '#web/clinic.ts'
import { dayOfWeekInText, formatDay, showDate, timeInText, weekdayOf } from '#web/dates.ts'
import { formatDollars } from '#web/money.ts'
import { useKeptWhenSignedOut } from '#web/session/kept-fields.ts'
import { usePerson } from '#web/session/use-person.ts'
import { AddAccountPatient } from '#web/ui/account-patient/AddAccountPatient.tsx'
import { Fact } from '#web/ui/appointment/Fact.tsx'
import { isMovable } from '#web/ui/appointment/move-entry.ts'
import { CloseButton } from '#web/ui/dialog/CloseButton.tsx'
import { Modal } from '#web/ui/dialog/Modal.tsx'
import { nextFrame } from '#web/ui/feedback/load-later.ts'
import { BusyButton } from '#web/ui/form/BusyButton.tsx'
import { Field } from '#web/ui/form/Field.tsx'
import { useServerForm } from '#web/ui/form/use-server-form.ts'
import { AlreadyBooked } from './AlreadyBooked.tsx'
import { DentistField, toDoctorId, useDentist } from './DentistField.tsx'
import { ForWhom } from './ForWhom.tsx'
import { draftPlace } from './kept-draft.ts'
import { TermsOfSlot } from './TermsOfSlot.tsx'
import { TimeField } from './TimeField.tsx'
import { Gone, timesLeft } from './times-left.tsx'
import { type BookingDraft, useBooking } from './use-booking.ts'
import type { Wanted } from './use-booking-entry.ts'

export interface BookingModalProps {
  treatment: Treatment
  day: IsoDate
  /** The values of a failed attempt. */
  draft: BookingDraft | undefined
  wanted: Wanted
  onClose: () => void
  onBooked: (booking: Booking) => void
  onFailed: (draft: BookingDraft) => void
}

/** Asks for time, dentist and phone and books. Closes after any response of the server. */
export function BookingModal({ treatment, day, draft, wanted, onClose, onBooked, onFailed }: BookingModalProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const heading = useId()
  const summary = useId()
  const person = usePerson()
  const { data: bookings } = useQuery(bookingsOf(person.email))
  const date = formatMediumDate(day)
  const [patientId, setPatientId] = useState(draft?.patientId ?? wanted.patientId)
  const [isAdding, setIsAdding] = useState(false)
  // Kept as they were when the dialog opened, so that the list doesn't change while the patient chooses.
  const [known] = useState(bookings)
  const { data: persons } = useQuery(accountPatientsOf(person.email))
  const patient = persons?.find(({ _id, relation }) => (patientId ? _id === patientId : relation === 'self'))
  const own = ofPatient(known, patient?._id)
  const { slots, next, gone } = timesLeft({ slots: treatment.slots, own, date, wanted: wanted.slot })
  const isPatient = ({ patientName }: Booking) => patient !== undefined || patientName === person.name
  const same = own?.find((each) => each.date === date && each.treatmentId === treatment._id && isPatient(each))
  // What was typed stays when another person is chosen.
  const [typedPhone, setTypedPhone] = useState(draft?.phone)
  const phone = typedPhone ?? patient?.phones[0] ?? lastPhone(known)
  const initial = {
    slot: draft && slots.includes(draft.slot) ? draft.slot : next,
    phone,
    doctor: draft?.doctor ?? wanted.doctor,
  }
  const forWhom = persons && persons.length > 1 && (
    <ForWhom persons={persons} chosen={patientId} onChoose={setPatientId} onAdd={() => setIsAdding(true)} />
  )
  const name = patientId ? (patient?.name ?? '') : person.name
  const book = useBooking({ treatment, day, onEnd: () => dialog.current?.close(), onBooked, onFailed })

  // Fades out first: closing is slow, because the browser recalculates the whole page behind the dialog.
  async function leave() {
    dialog.current?.classList.add('opacity-0')
    await nextFrame()
    dialog.current?.close()
  }

  return (
    <Modal ref={dialog} labelledBy={heading} describedBy={summary} onClose={onClose} className="max-sm:modal-top">
      <div className="modal-box max-sm:max-h-dvh max-w-120 scroll-pb-20 px-5 pt-4 pb-0 shadow-float sm:px-8 sm:pt-7">
        <div className="flex items-center justify-between gap-4">
          <h2 id={heading} className="text-lg leading-tight sm:text-xl">
            Booking for: {treatment.name}
          </h2>
          <CloseButton label="Close without booking" className="-mr-2 shrink-0" onClick={leave} />
        </div>
        <p id={summary} className="font-bold sm:text-lg">
          {weekdayOf(day)}, {showDate(date)} · {formatDollars(treatment.price)}
        </p>
        {gone && !draft && <Gone {...gone} who={patientId ? name : ''} />}
        {isAdding && (
          <div className="py-5">
            <AddAccountPatient
              email={person.email}
              onAdded={({ _id }) => {
                setPatientId(_id)
                setIsAdding(false)
              }}
              onCancel={() => setIsAdding(false)}
            />
          </div>
        )}
        {/* Hidden, not removed, so that what was typed stays. */}
        <div hidden={isAdding}>
          {same && isMovable(same) ? (
            <AlreadyBooked booking={same} forWhom={forWhom} onSomebodyElse={() => setIsAdding(true)} />
          ) : slots.length === 0 ? (
            <div className="py-6">
              {forWhom}
              <p className={forWhom ? 'mt-3' : ''}>
                {patientId ? `${name} already has` : 'You already have'} appointments at all of these times. Please
                choose another day.
              </p>
            </div>
          ) : (
            <BookingForm
              // The times are those of the person.
              key={patientId}
              {...{ treatment, day, slots, name, email: person.email, patientId, initial, forWhom }}
              isTimeChosen={wanted.slot !== undefined && (draft !== undefined || !gone)}
              onSomebodyElse={() => setIsAdding(true)}
              onPhone={setTypedPhone}
              onBook={(fields) => book({ ...fields, ...(patientId !== undefined && { patientId }) })}
            />
          )}
        </div>
      </div>
    </Modal>
  )
}

/** Describes a booking that is not made yet: `Teeth Cleaning, Thu, Dec 10, 2:00 PM`. */
function inWords({ name }: Treatment, day: IsoDate, slot: string): string {
  return `${name}, ${dayOfWeekInText(day, 'short')}, ${timeInText(slotStartMinutes(slot))}`
}

/** Returns the bookings of a patient; all of them while it is not known whose the account's are. */
function ofPatient(bookings: Booking[] | undefined, id: string | undefined): Booking[] | undefined {
  return bookings?.filter(({ patientId }) => id === undefined || patientId === undefined || patientId === id)
}

/** Returns the phone number of the latest booking that has one. */
function lastPhone(bookings: Booking[] | undefined): string {
  return bookings?.find(({ phone }) => phone !== '')?.phone ?? ''
}

interface BookingFormProps {
  treatment: Treatment
  day: IsoDate
  slots: string[]
  /** The patient's. */
  name: string
  /** The account's. */
  email: string
  /** The chosen patient's. */
  patientId: string | undefined
  initial: BookingDraft
  /** The patient has pressed one of the times. */
  isTimeChosen: boolean
  /** The choice of the patient, if there is one. */
  forWhom: ReactNode
  /** Called to book for somebody who can't be chosen yet. */
  onSomebodyElse: () => void
  /** Called as the phone number is typed. */
  onPhone: (phone: string) => void
  onBook: (draft: BookingDraft) => Promise<void>
}

// The call takes any text; a patient whom nobody can call is no use to the desk.
const withCallablePhone = () =>
  z.extend(bookingFields, { phone: bookingFields.shape.phone.check(callable(clinic.phoneRule)) })

/** Asks for time, dentist and phone, above the known facts, so that all fields stay in view above a phone's
 *  keyboard. */
function BookingForm(props: BookingFormProps) {
  const { treatment, day, slots, name, email, patientId, initial, isTimeChosen, forWhom } = props
  const { onSomebodyElse, onPhone, onBook } = props
  const { _id: treatmentId } = treatment
  const [wanted, setWanted] = useState(initial.doctor)
  const [schema] = useState(withCallablePhone)
  const { form, field, control, setValue } = useServerForm(
    schema,
    { slot: initial.slot, phone: initial.phone },
    (fields) => onBook({ ...fields, doctor: toDoctorId(dentist) }),
  )
  const [slot, phone] = useWatch({ control, name: ['slot', 'phone'] })
  const dentist = useDentist({ day, treatmentId, slot, wanted })
  const draft = { slot, phone, doctor: toDoctorId(dentist), patientId }
  useKeptWhenSignedOut(draftPlace, () => ({
    fields: { email, treatmentId, day, draft },
    what: inWords(treatment, day, slot),
  }))
  // No error under the form: on a failure the dialog closes and a toast says why.
  const { busy, onSubmit } = form
  const phoneField = field('phone')
  // Who pressed a time has only the number left to give.
  const isPhoneFirst = isTimeChosen && initial.phone === ''
  // The number of the patient's record may arrive after the dialog opened.
  useEffect(() => setValue('phone', initial.phone), [initial.phone, setValue])

  return (
    <form method="post" noValidate onSubmit={onSubmit}>
      <div className="mt-3 grid gap-3 sm:mt-5 sm:gap-4">
        {forWhom}
        <TimeField {...{ day, slots, isFirst: !isPhoneFirst }} {...field('slot')} />
        <DentistField dentist={dentist} onChoose={setWanted} />
        <Field
          {...phoneField}
          {...{ label: 'Phone', type: 'tel', autoComplete: 'tel', required: true }}
          data-autofocus={isPhoneFirst || undefined}
          onChange={(event) => {
            onPhone(event.target.value)
            return phoneField.onChange(event)
          }}
        />
        <dl className="mt-1">
          <Fact label="Date" value={formatDay(day)} />
          <Fact label="Name" value={name}>
            {!forWhom && (
              <button type="button" className="text-link py-1" onClick={onSomebodyElse}>
                For somebody else?
              </button>
            )}
          </Fact>
          <Fact label="Email" value={email} />
        </dl>
      </div>
      <div className="sticky bottom-0 -mx-5 mt-3 border-base-300 border-t bg-card px-5 py-3 sm:-mx-8 sm:mt-5 sm:px-8 sm:py-5">
        <TermsOfSlot day={day} slot={slot} className="mb-2 text-center text-quiet text-sm" />
        <BusyButton type="submit" busy={busy} className="btn btn-action w-full">
          {busy ? 'Booking' : 'Submit'}
        </BusyButton>
      </div>
    </form>
  )
}
