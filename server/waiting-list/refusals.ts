import type { WaitingEnd } from '#contract/booking/waiting-list.ts'
import { formatCents, type Money } from '#contract/kit/money.ts'
import { offerRefusals } from '#server/booking/refusals.ts'
import type { Refusals } from '#server/http/refusal.ts'
import type { JoinRefusal } from './join.ts'
import type { TakeRefusal } from './taking/take-offer.ts'

const stays = 'You stay on the list for the next one.'

const ends: Record<WaitingEnd, string> = {
  left: 'You have left the waiting list, so we didn’t book this time.',
  removed: 'You are no longer on the waiting list, so we didn’t book this time.',
  booked: 'You have an appointment for this treatment already, so we didn’t book another one.',
  moved: 'Your appointment has been moved already, so we didn’t change it again.',
  cancelled: 'Your appointment is cancelled, so there is nothing to move.',
  passed: 'You are no longer on the waiting list: the time that you waited for is over.',
  'treatment-retired': 'We no longer offer this treatment, so you are no longer on the waiting list.',
  merged: 'You are no longer on the waiting list with this entry.',
  'access-ended': 'You don’t act for this person any more, so we didn’t book this time.',
  died: 'You are no longer on the waiting list, so we didn’t book this time.',
}

/** The answers to somebody who can't take an offered time. */
export const takeRefusals = (clinic: Money): Refusals<TakeRefusal> => ({
  'slot-taken': { status: 409, sentence: `This time has just been taken. ${stays}` },
  'not-offered': { status: 409, sentence: `The clinic no longer offers this time. ${stays}` },
  'online-closed': { status: 409, sentence: 'This can’t be booked online at the moment. Please call us.' },
  'offer-expired': { status: 409, sentence: `It’s too late to take this time. ${stays}` },
  'own-appointment': { status: 409, sentence: `You already have an appointment then. ${stays}` },
  'too-many-upcoming': {
    status: 409,
    sentence: 'You have as many upcoming appointments as an account can have; call us for more.',
  },
  'appointment-begun': { status: 409, sentence: 'Your appointment can’t be moved any more. Nothing was changed.' },
  'price-changed': {
    status: 409,
    sentence: ({ priceCents }) =>
      `The price is ${formatCents(priceCents, clinic)} now. Nothing was booked; press again if that suits you.`,
  },
  'no-longer-waiting': { status: 409, sentence: ({ end }) => ends[end ?? 'removed'] },
})

/** The answers to somebody who can't wait for what they ask for. */
export const joinRefusals: Refusals<JoinRefusal> = {
  'unknown-treatment': offerRefusals['unknown-treatment'],
  'online-closed': {
    status: 409,
    sentence: 'This can’t be booked online at the moment, so we offer no times by email. Please call us.',
  },
  'unknown-doctor': offerRefusals['unknown-doctor'],
  'day-past': { status: 400, field: 'lastDay', sentence: 'This day has passed; choose a later one' },
  'too-far-ahead': { status: 400, field: 'lastDay', sentence: 'This day is too far ahead; choose an earlier one' },
  'unknown-patient': {
    status: 404,
    sentence: 'You can’t wait for this person. Reload the page to see for whom you can.',
  },
  'unknown-booking': { status: 404, sentence: 'There is no such appointment.' },
}
