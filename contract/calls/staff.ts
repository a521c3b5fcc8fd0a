import { z } from 'zod/mini'
import { calls } from '../kit/call.ts'
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
export const staffCalls = calls('staff', {
  listStaff: {
    summary: 'The clinic’s staff and the open invitations',
    method: 'GET',
    path: '/staff',
    access: { staff: 'list-staff' },
    answers: { 200: staffList },
  },
  changeRole: {
    summary: 'Give somebody another role',
    method: 'PATCH',
    path: '/staff/:id',
    access: { staff: 'change-staff', confirmed: true },
    params,
    body: roleRequest,
    answers: { 204: noBody },
    problems: [404, 409],
  },
  endStaff: {
    summary: 'End somebody’s role and sessions',
    method: 'DELETE',
    path: '/staff/:id',
    access: { staff: 'end-staff', confirmed: true },
    params,
    answers: { 204: noBody },
    problems: [404, 409],
  },
  inviteStaff: {
    summary: 'Invite an address to the staff',
    method: 'POST',
    path: '/staff/invitations',
    access: invite,
    body: invitationRequest,
    answers: { 201: invited },
    problems: [409],
  },
  sendInvitationAgain: {
    summary: 'Send an invitation again',
    method: 'POST',
    path: '/staff/invitations/:id/send',
    access: invite,
    params,
    answers: { 204: noBody },
    problems: [409],
  },
  withdrawInvitation: {
    summary: 'Withdraw an invitation',
    method: 'DELETE',
    path: '/staff/invitations/:id',
    access: invite,
    params,
    answers: { 204: noBody },
    problems: [409],
  },
  // A POST, so that the token is in no address.
  readInvitation: {
    summary: 'The invitation of an emailed link',
    method: 'POST',
    path: '/staff-invitation',
    access: 'everyone',
    body: invitationLink,
    answers: { 200: offer },
    problems: [404, 409],
  },
  acceptWithNewAccount: {
    summary: 'Accept an invitation with a new account',
    method: 'POST',
    path: '/staff-invitation/account',
    access: 'everyone',
    body: newStaffAccount,
    answers: { 201: accepted },
    problems: [404, 409],
  },
  acceptInvitation: {
    summary: 'Accept an invitation for the account that is signed in',
    method: 'POST',
    path: '/staff-invitation/accept',
    access: 'cookie',
    body: invitationLink,
    answers: { 200: accepted },
    problems: [403, 404, 409],
  },
})
