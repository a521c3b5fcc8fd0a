import type { Refused } from '#contract/kit/outcome.ts'
import type { Refusals } from '#server/http/refusal.ts'
import type { AcceptRefusal } from './accept.ts'
import type { InviteRefusal, OpenRefusal } from './invite.ts'
import type { ChangeRefusal } from './member.ts'

const unknownDoctor = { status: 400, field: 'doctorId', sentence: 'There is no such dentist any more; choose again' }

/** The answers to an invitation that is not sent. */
export const inviteRefusals: Refusals<Refused<InviteRefusal>> = {
  'already-staff': {
    status: 409,
    field: 'email',
    sentence: 'This person works here already; change their role instead',
  },
  'already-invited': {
    status: 409,
    field: 'email',
    sentence: 'This address is invited already; send that invitation again, or withdraw it first',
  },
  'unknown-doctor': unknownDoctor,
  'sent-often': {
    status: 429,
    sentence: 'This address got several invitations within the hour. Wait a little, or ask them to look for our email.',
  },
}

/** The answers to a change of an invitation that is not open any more. */
export const openRefusals: Refusals<Refused<OpenRefusal>> = {
  'not-open': {
    status: 409,
    sentence: 'This invitation is not open any more: it was accepted or withdrawn meanwhile.',
  },
  'sent-often': inviteRefusals['sent-often'],
}

/** The answers to a link that is not accepted. */
export const acceptRefusals: Refusals<AcceptRefusal> = {
  'unknown-link': {
    status: 404,
    sentence: 'This link doesn’t work. Open the newest email about the invitation, or ask the clinic to send it again.',
  },
  used: { status: 409, sentence: 'This invitation was accepted already. Log in to go on.' },
  withdrawn: {
    status: 409,
    sentence: 'The clinic has withdrawn this invitation. Ask the clinic if that surprises you.',
  },
  expired: { status: 409, sentence: 'This invitation is too old. Ask the clinic to send it again.' },
  'has-account': { status: 409, sentence: 'This address has an account already. Log in, then accept the invitation.' },
  'another-account': {
    status: 403,
    sentence: ({ email }) => `This invitation is for ${email}. Sign out, then log in with that address to accept it.`,
  },
  'weak-password': { status: 400, field: 'password', sentence: ({ fault }) => fault },
}

/** The answers to a change of a role that is not made. */
export const changeRefusals: Refusals<Refused<ChangeRefusal>> = {
  'not-admin': { status: 403, sentence: 'Only an admin can do this.' },
  unknown: {
    status: 404,
    sentence: 'This person’s role has changed meanwhile. Nothing was done; look at the list again.',
  },
  'last-admin': { status: 409, sentence: 'You are the only admin. Make someone else an admin first.' },
  'own-role': { status: 409, sentence: 'You can’t change or end your own role. Another admin can.' },
  'unknown-doctor': unknownDoctor,
}
