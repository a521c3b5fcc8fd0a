import { queryOptions } from '@tanstack/react-query'
import {
  type RecallBookingForm,
  type RecallPage,
  type RecallStopPage,
  recallPage,
  recallStopPage,
} from '#contract/recall-link.ts'
import type { SnoozeMonths } from '#contract/recall-months.ts'
import { call } from './http/call.ts'
import { behindLink } from './http/link.ts'

/** The invitation of a link in an email; null if the link is not valid. `wanted`: the time that was pressed there. */
export function recallBy(token: string, wanted: string | undefined) {
  return queryOptions({
    queryKey: ['recall-link', token, wanted ?? ''],
    queryFn: () => behindLink(call('POST /recall-link', recallPage, { body: { token, wanted }, savesNothing: true })),
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

/** Whether invitations come, by the link that stops them; null if the link is not valid. */
export function recallStopBy(token: string) {
  return queryOptions({
    queryKey: ['recall-stop', token],
    queryFn: () => behindLink(call('POST /recall-stop', recallStopPage, { body: { token }, savesNothing: true })),
  })
}

/** Stops invitations by that link, or starts them again. @throws the server's refusal */
export function changeRecallStop(token: string, stopped: boolean): Promise<RecallStopPage> {
  return call('POST /recall-stop/change', recallStopPage, { body: { token, stopped } })
}
