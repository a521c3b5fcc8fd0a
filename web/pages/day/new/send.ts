import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { v4 as uuid } from 'uuid'
import type { Calendar } from '#contract/calendar/calendar.ts'
import type { AppointmentMade, PatientFound } from '#contract/desk/new-appointment.ts'
import { postAppointment, refreshStaffTimes } from '#web/api/desk/new-appointment.ts'
import { ApiError } from '#web/api/http/errors.ts'
import { mutate } from '#web/api/http/query-client.ts'
import { refreshAvailability } from '#web/api/treatments.ts'
import { isPerformedBy, type TypedAppointment, toRequest, toTypedField } from './fields.ts'

/** Returns a function that books what was typed. `holder` is the patient whose account has the email of the new one, after such a refusal. */
export function useSend(admin: string, { treatments, doctors }: Calendar, onBooked: (made: AppointmentMade) => void) {
  const client = useQueryClient()
  const [holder, setHolder] = useState<PatientFound>()
  const last = useRef({ content: '', requestId: '' })

  /** Returns the id of the last request for the same content, whose answer may have been lost, or a new one. */
  function requestIdFor(content: string) {
    if (last.current.content !== content) last.current = { content, requestId: uuid() }
    return last.current.requestId
  }

  async function send(typed: TypedAppointment): Promise<void> {
    setHolder(undefined)
    const minutes = treatments.find(({ _id }) => _id === typed.treatmentId)?.durationMinutes ?? 30
    const dentist = doctors.find(({ _id }) => _id === typed.doctor)
    const isPossible = dentist && (typed.outside || isPerformedBy(typed.treatmentId, dentist))
    const request = toRequest({ ...typed, doctor: isPossible ? typed.doctor : '' }, minutes)
    const requestId = requestIdFor(JSON.stringify(request))
    const answer = await mutate(client, () => postAppointment(admin, { ...request, requestId })).catch((error) => {
      // After a lost answer the times stay, so that a second press repeats the same request.
      if (error instanceof ApiError) void refreshStaffTimes(client)
      throw toTypedError(error, typed.outside)
    })
    if ('code' in answer) {
      setHolder(answer.patient)
      throw new ApiError({ type: 'about:blank', title: 'Conflict', status: 409, detail: answer.detail })
    }
    onBooked(answer)
    void refreshStaffTimes(client)
    void refreshAvailability(client)
  }

  return { send, holder }
}

function toTypedError(error: unknown, outside: boolean): unknown {
  if (!(error instanceof ApiError) || !error.problem.errors) return error
  const errors = Object.entries(error.problem.errors).map(([field, message]) => [toTypedField(field, outside), message])
  return new ApiError({ ...error.problem, errors: Object.fromEntries(errors) })
}
