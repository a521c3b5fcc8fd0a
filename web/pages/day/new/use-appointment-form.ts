import { useQueryClient } from '@tanstack/react-query'
import { useMemo, useRef, useState } from 'react'
import { v4 as uuid } from 'uuid'
import type { Calendar } from '#contract/calendar/calendar.ts'
import type { AppointmentMade } from '#contract/desk/new-appointment.ts'
import type { LikelyDuplicate } from '#contract/patient/record.ts'
import { postAppointment, refreshStaffTimes } from '#web/api/desk/new-appointment.ts'
import { ApiError } from '#web/api/http/errors.ts'
import { refreshAvailability } from '#web/api/treatments.ts'
import { nextFrame } from '#web/ui/feedback/load-later.ts'
import { useServerForm } from '#web/ui/form/use-server-form.ts'
import {
  isPerformedBy,
  type TypedAppointment,
  toRequest,
  toTimeOfDay,
  toTypedField,
  typedAppointment,
} from './fields.ts'

interface FormContext {
  admin: string
  calendar: Calendar
  onBooked: (made: AppointmentMade) => void
}

/** Returns the state of the form, and what `useSend` returns. `preselected` are its first day, dentist, treatment and
 *  patient, `kept` what was in it when the session ended. */
export function useAppointmentForm(
  { admin, calendar, onBooked }: FormContext,
  preselected: Pick<TypedAppointment, 'doctor' | 'date' | 'treatmentId' | 'patient' | 'phone'>,
  kept: TypedAppointment | undefined,
) {
  const { send, duplicates, addAnyway } = useSend(admin, calendar, onBooked)
  // In the order of the form, whose first wrong field gets the focus.
  const who = { patient: '', name: '', phone: '', email: '', birthDate: '', alerts: '' }
  const outside = { outside: false, start: '', reason: '' }
  const initial = { ...who, ...preselected, slot: '', ...outside, note: '', ...kept }
  const schema = useMemo(() => typedAppointment(calendar.doctors), [calendar.doctors])
  const typed = useServerForm(schema, initial, (fields) =>
    send(fields, async () => {
      typed.setValue('outside', true)
      typed.setValue('start', toTimeOfDay(fields.slot))
      // The field that gets the focus appears first.
      await nextFrame()
    }),
  )
  return { ...typed, duplicates, addAnyway }
}

/** Returns a function that books what was typed. `duplicates`: the patients who are probably the new one, after such a
 *  refusal. `addAnyway` has the next request add the new one all the same. */
function useSend(admin: string, { treatments, doctors }: Calendar, onBooked: (made: AppointmentMade) => void) {
  const client = useQueryClient()
  const [duplicates, setDuplicates] = useState<LikelyDuplicate[]>()
  const last = useRef({ content: '', requestId: '' })
  const isAddedAnyway = useRef(false)

  /** Returns the id of the last request for the same content, whose answer may have been lost, or a new one. */
  function requestIdFor(content: string) {
    if (last.current.content !== content) last.current = { content, requestId: uuid() }
    return last.current.requestId
  }

  /** @param goOutside has the form book outside the rules */
  async function send(typed: TypedAppointment, goOutside: () => Promise<void>): Promise<void> {
    setDuplicates(undefined)
    const minutes = treatments.find(({ _id }) => _id === typed.treatmentId)?.durationMinutes ?? 30
    const dentist = doctors.find(({ _id }) => _id === typed.doctor)
    const isPossible = dentist && (typed.outside || isPerformedBy(typed.treatmentId, dentist))
    const request = toRequest({ ...typed, doctor: isPossible ? typed.doctor : '' }, minutes, isAddedAnyway.current)
    isAddedAnyway.current = false
    const requestId = requestIdFor(JSON.stringify(request))
    const answer = await postAppointment(admin, { ...request, requestId }).catch(async (error) => {
      // After a lost answer the times stay, so that a second press repeats the same request.
      if (error instanceof ApiError) void refreshStaffTimes(client)
      const isOfPatient = error instanceof ApiError && error.problem.code === 'already-booked'
      if (isOfPatient && !typed.outside) await goOutside()
      throw toTypedError(error, isOfPatient ? 'reason' : typed.outside ? 'start' : 'slot')
    })
    if ('code' in answer) {
      setDuplicates(answer.patients)
      throw new ApiError({ type: 'about:blank', title: 'Conflict', status: 409, detail: answer.detail })
    }
    onBooked(answer)
    void refreshStaffTimes(client)
    void refreshAvailability(client)
  }

  function addAnyway() {
    isAddedAnyway.current = true
  }

  return { send, duplicates, addAnyway }
}

/** @param timeField the field that shows what is wrong with the time */
function toTypedError(error: unknown, timeField: 'slot' | 'start' | 'reason'): unknown {
  if (!(error instanceof ApiError) || !error.problem.errors) return error
  const errors = Object.entries(error.problem.errors).map(([field, message]) => [
    toTypedField(field, timeField),
    message,
  ])
  return new ApiError({ ...error.problem, errors: Object.fromEntries(errors) })
}
