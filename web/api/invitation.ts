import { accepted, type NewStaffAccount, offer } from '#contract/staff.ts'
import { call } from './http/call.ts'

/** Returns the invitation of an emailed link. @throws the server's refusal, if the link does not work */
export function readInvitation(token: string) {
  return call('POST /staff-invitation', offer, { body: { token }, savesNothing: true })
}

/** Accepts an invitation with a new account. @throws the server's refusal */
export function postStaffAccount(body: NewStaffAccount) {
  return call('POST /staff-invitation/account', accepted, { body })
}

/** Accepts an invitation for the account that is signed in. @throws the server's refusal */
export function postAcceptance(token: string) {
  return call('POST /staff-invitation/accept', accepted, { body: { token } })
}
