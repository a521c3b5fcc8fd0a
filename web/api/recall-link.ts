import { queryOptions } from '@tanstack/react-query'
import { invalidLink } from '#contract/booking/appointment-link.ts'
import { type RecallBookingForm, type RecallPage, recallPage, type SnoozeMonths } from '#contract/recall.ts'
import { call } from './http/call.ts'
import { ApiError } from './http/errors.ts'

/** The invitation of a link in an email; null if the link is not valid. `wanted`: the time that was pressed there. */
export function recallBy(token: string, wanted: string | undefined) {
  return queryOptions({
    queryKey: ['recall-link', token, wanted ?? ''],
    queryFn: () =>
      call('POST /recall-link', recallPage, { body: { token, wanted }, savesNothing: true }).catch(nullWhenInvalid),
  })
}

/** Books a time by the link. @throws the server's refusal */
export function bookByRecall(form: RecallBookingForm): Promise<RecallPage> {
  return call('POST /recall-link/book', recallPage, { body: form })
}

/** Puts invitations off. @throws the server's refusal */
export function snoozeRecalls(token: string, months: SnoozeMonths): Promise<RecallPage> {
  return call('POST /recall-link/snooze', recallPage, { body: { token, months } })
}

/** Stops invitations, or starts them again. @throws the server's refusal */
export function stopRecalls(token: string, stopped: boolean): Promise<RecallPage> {
  return call('POST /recall-link/stop', recallPage, { body: { token, stopped } })
}

function nullWhenInvalid(error: unknown): null {
  if (error instanceof ApiError && (error.problem.code === invalidLink || error.problem.status === 400)) return null
  throw error
}
