import { queryOptions } from '@tanstack/react-query'
import { z } from 'zod/mini'
import type { Booking } from '#contract/booking/booking.ts'
import { type CancelReason, cancelled, type MoveForm, moved } from '#contract/booking/change-booking.ts'
import { receivedBooking } from '#contract/booking/received-booking.ts'
import type { IsoDate } from '#contract/kit/time/clinic-date.ts'
import { bearer } from '#web/api/token/token.ts'
import { call } from './http/call.ts'
import { availableOn, doctorsOn } from './treatments.ts'

/** A time to which an appointment can move, with the dentists who are free then; none if it needs no dentist. */
export type MoveTime = { slot: string; doctors: { _id: string; name: string }[] }

/** The times of a day to which an appointment of this treatment can move. */
export function moveTimesFor(day: IsoDate, treatmentId: string) {
  const [available, doctors] = [availableOn(day), doctorsOn(day, treatmentId)]
  return queryOptions({
    queryKey: [...doctors.queryKey, 'move'],
    queryFn: async ({ client }): Promise<MoveTime[]> => {
      const [treatments, free] = await Promise.all([
        client.fetchQuery({ ...available, staleTime: 0 }),
        client.fetchQuery({ ...doctors, staleTime: 0 }),
      ])
      const slots = treatments.find(({ _id }) => _id === treatmentId)?.slots ?? []
      return slots.map((slot) => ({ slot, doctors: free.filter((doctor) => doctor.slots.includes(slot)) }))
    },
  })
}

const receivedMoved = z.extend(moved, { booking: receivedBooking })

/** Moves an appointment of `patient`. @throws the server's refusal */
export async function moveBooking(patient: string, id: string, form: MoveForm): Promise<Booking> {
  const options = { params: { id }, body: form, token: await bearer(patient) }
  return (await call('PATCH /booking/:id/time', receivedMoved, options)).booking
}

/** Cancels an appointment of `patient`. @throws the server's refusal */
export async function cancelBooking(patient: string, id: string, reason: CancelReason) {
  const options = { params: { id }, body: { reason }, token: await bearer(patient) }
  return call('POST /booking/:id/cancel', cancelled, options)
}
