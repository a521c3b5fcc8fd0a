import {
  linkCancelRequest,
  linkedAppointment,
  linkMoved,
  linkMoveRequest,
  linkRequest,
} from '../booking/appointment-link.ts'
import { cancelled } from '../booking/change-booking.ts'
import type { Calls } from '../kit/call.ts'

/** The calls of links in emails, which need no sign-in. */
export const linkCalls = {
  readLinkedAppointment: {
    method: 'POST',
    path: '/appointment-link',
    access: 'everyone',
    body: linkRequest,
    answers: { 200: linkedAppointment },
  },
  moveLinkedAppointment: {
    method: 'POST',
    path: '/appointment-link/move',
    access: 'everyone',
    body: linkMoveRequest,
    answers: { 200: linkMoved },
  },
  cancelLinkedAppointment: {
    method: 'POST',
    path: '/appointment-link/cancel',
    access: 'everyone',
    body: linkCancelRequest,
    answers: { 200: cancelled },
  },
} as const satisfies Calls
