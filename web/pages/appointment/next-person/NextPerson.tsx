import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import type { Booking } from '#contract/booking/booking.ts'
import type { AccountPatient } from '#contract/patient/account-patient.ts'
import { accountPatientsOf } from '#web/api/account-patients.ts'
import { bookingsOf } from '#web/api/bookings.ts'
import { clinic } from '#web/clinic.ts'
import { usePerson } from '#web/session/use-person.ts'
import { useChange } from '#web/ui/change/use-change.ts'
import { BusyButton } from '#web/ui/form/BusyButton.tsx'
import { useToast } from '#web/ui/message/use-toast.ts'
import { useBookingEntry } from '../dialog/use-booking-entry.ts'
import { nextPersonInWords, nextPersons } from './next-persons.ts'
import { timeAfter } from './time-after.ts'

/** After a booking for a child or somebody else: opens the dialog of the same treatment for the next person, at the
 *  next time. */
export function NextPerson({ booking }: { booking: Booking }) {
  const { email } = usePerson()
  const { data: persons } = useQuery(accountPatientsOf(email))
  const { data: bookings } = useQuery(bookingsOf(email))
  const [params] = useSearchParams()
  const client = useQueryClient()
  const toast = useToast()
  const entry = useBookingEntry()
  const others = nextPersons(booking, { persons, bookings })
  const [next] = others

  const search = useChange(
    (person: AccountPatient) => {
      const own = (bookings ?? []).filter(({ patientId }) => patientId === person._id)
      return timeAfter(client, { booking, own, only: params.get('doctor') ?? undefined })
    },
    {
      failsInToast: true,
      onDone: (time, person) => {
        if (!time) return toast('error', `No other time is free. Please call ${clinic.phone}.`)
        const { day, slot, doctor } = time
        return entry.open(booking.treatmentId, day, { slot, doctor, patientId: person._id })
      },
    },
  )

  if (!next) return null
  return (
    <BusyButton busy={search.isBusy} className="btn btn-line" onClick={() => void search.run(next)}>
      {nextPersonInWords(others)}
    </BusyButton>
  )
}
