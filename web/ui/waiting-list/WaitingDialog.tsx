import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useId, useRef, useState } from 'react'
import { addDays, parseMediumDate } from '#contract/kit/time/clinic-date.ts'
import { accountPatientsOf } from '#web/api/account-patients.ts'
import { dentistsFor, postWaiting, refreshWaiting, waitingOf } from '#web/api/waiting-list.ts'
import { nearDateInText } from '#web/near-date.ts'
import { periodInText } from '#web/periods.ts'
import { usePerson } from '#web/session/use-person.ts'
import { whyNoOffer } from '#web/ui/contact/unreached.ts'
import { ifEmailed } from '#web/unsent.ts'
import { useClinicToday } from '../appointment/chosen-day.ts'
import { FormDialog } from '../dialog/FormDialog.tsx'
import { Labelled } from '../form/Labelled.tsx'
import { ServerForm } from '../form/ServerForm.tsx'
import { useServerForm } from '../form/use-server-form.ts'
import { useToast } from '../message/use-toast.ts'
import { WishFields } from './WishFields.tsx'
import { emptyWish, toTyped, toWish, typedWish } from './wish.ts'

interface WaitingDialogProps {
  treatment: { _id: string; name: string }
  /** The appointment that an earlier time would replace, and whose it is. */
  booking?: { _id: string; date: string; slot: string; patientId: string | undefined }
  onClose: () => void
}

const daysAhead = 30

/** Asks which earlier times of a treatment suit, and puts the patient on the waiting list. Who waits already changes
 *  that. */
export function WaitingDialog({ treatment, booking, onClose }: WaitingDialogProps) {
  const { email } = usePerson()
  const today = useClinicToday()
  const client = useQueryClient()
  const toast = useToast()
  const dialog = useRef<HTMLDialogElement>(null)
  const [patientId, setPatientId] = useState(booking?.patientId)
  const { data: dentists = [] } = useQuery(dentistsFor(email, treatment._id))
  const { data: persons = [] } = useQuery(accountPatientsOf(email))
  // The day of the appointment: an earlier time on it suits, too.
  const bookedDay = booking && parseMediumDate(booking.date)
  const { form, field, reset } = useServerForm(
    typedWish,
    emptyWish(bookedDay ?? addDays(today, daysAhead)),
    async (typed) => {
      const body = {
        ...{ ...toWish(typed), treatmentId: treatment._id },
        ...(patientId !== undefined && { patientId }),
        ...(booking && { booking: booking._id }),
      }
      const { emailed, because } = await postWaiting(email, body)
      await refreshWaiting(client)
      toast('success', `You’re on the list. ${emailed ? ifEmailed(whenFree) : whyNoOffer(because)}`)
      dialog.current?.close()
    },
  )
  const { data: entries = [] } = useQuery(waitingOf(email))
  const whose = patientId ?? persons.find(({ relation }) => relation === 'self')?._id
  const known = entries.find(
    (entry) => entry.ended === undefined && entry.treatmentId === treatment._id && entry.patientId === whose,
  )
  useEffect(() => {
    if (known) reset(toTyped(known))
  }, [known, reset])
  return (
    <FormDialog
      ref={dialog}
      title="Tell me if an earlier time frees up"
      text={
        known
          ? `You’re on the list for ${treatment.name}. Change here what suits you.`
          : textFor(treatment.name, booking)
      }
      onClose={onClose}
    >
      <ServerForm {...form} submit={known ? 'Save' : 'Tell me'} className="mt-4 gap-4">
        {!booking && persons.length > 1 && <ForWhom persons={persons} chosen={patientId} onChoose={setPatientId} />}
        <WishFields field={field} dentists={dentists} {...(bookedDay && { max: bookedDay })} />
      </ServerForm>
    </FormDialog>
  )
}

const whenFree = 'We’ll email you when an earlier time frees up.'

function textFor(treatment: string, booking: WaitingDialogProps['booking']): string {
  const how = 'We email a few people at a time; the first to press the link gets it.'
  if (!booking) return `${treatment}. ${how}`
  return `${treatment}, now on ${nearDateInText(booking.date)}, ${periodInText(booking.slot)}. ${how} You keep this time until then.`
}

interface ForWhomProps {
  persons: readonly { _id: string; name: string; relation: string }[]
  chosen: string | undefined
  onChoose: (id: string) => void
}

function ForWhom({ persons, chosen, onChoose }: ForWhomProps) {
  const id = useId()
  return (
    <Labelled id={id} label="For whom?">
      <select
        id={id}
        className="select field"
        value={chosen ?? persons[0]?._id}
        onChange={({ target }) => onChoose(target.value)}
      >
        {persons.map(({ _id, name, relation }) => (
          <option key={_id} value={_id}>
            {relation === 'self' ? `${name} (you)` : name}
          </option>
        ))}
      </select>
    </Labelled>
  )
}
