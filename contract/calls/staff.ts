import { z } from 'zod/mini'
import type { Calls } from '../kit/call.ts'
import { noBody } from '../sign-in-answers.ts'
import {
  accepted,
  invitationLink,
  invitationRequest,
  invited,
  newStaffAccount,
  offer,
  roleRequest,
  staffList,
} from '../staff.ts'

const params = z.object({ id: z.uuid('Not an id') })
const invite = { staff: 'invite-staff', confirmed: true } as const

/** The calls about the clinic's staff and the invitations to it. */
export const staffCalls = {
  listStaff: { method: 'GET', path: '/staff', access: { staff: 'list-staff' }, answers: { 200: staffList } },
  changeRole: {
    method: 'PATCH',
    path: '/staff/:id',
    access: { staff: 'change-staff', confirmed: true },
    params,
    body: roleRequest,
    answers: { 204: noBody },
  },
  endStaff: {
    method: 'DELETE',
    path: '/staff/:id',
    access: { staff: 'end-staff', confirmed: true },
    params,
    answers: { 204: noBody },
  },
  inviteStaff: {
    method: 'POST',
    path: '/staff/invitations',
    access: invite,
    body: invitationRequest,
    answers: { 201: invited },
  },
  sendInvitationAgain: {
    method: 'POST',
    path: '/staff/invitations/:id/send',
    access: invite,
    params,
    answers: { 204: noBody },
  },
  withdrawInvitation: {
    method: 'DELETE',
    path: '/staff/invitations/:id',
    access: invite,
    params,
    answers: { 204: noBody },
  },
  // A POST, so that the token is in no address.
  readInvitation: {
    method: 'POST',
    path: '/staff-invitation',
    access: 'everyone',
    body: invitationLink,
    answers: { 200: offer },
  },
  acceptWithNewAccount: {
    method: 'POST',
    path: '/staff-invitation/account',
    access: 'everyone',
    body: newStaffAccount,
    answers: { 201: accepted },
  },
  acceptInvitation: {
    method: 'POST',
    path: '/staff-invitation/accept',
    access: 'cookie',
    body: invitationLink,
    answers: { 200: accepted },
  },
} as const satisfies Calls
