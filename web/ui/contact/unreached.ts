import type { UnreachedReason } from '#contract/patient/reach.ts'

/** Why no message reaches a patient, as staff read it. */
export const whyUnreached: Record<UnreachedReason, string> = {
  'wants-nothing': 'They want no messages',
  'wants-call': 'They want to be called',
  'wants-texts': 'They want text messages only',
  'no-email': 'No email',
  'not-confirmed': 'No confirmed email',
  'no-mail-server': 'The clinic sends no emails',
  died: 'They have died',
  erased: 'Their data are erased',
  invented: 'A patient of the demo',
}

/** Says to patients why no email tells them of an earlier time, and what to do. */
export function whyNoOffer(because: UnreachedReason | undefined): string {
  if (because === 'wants-call') return 'We call you, as you have chosen.'
  if (because === 'wants-nothing')
    return 'You have chosen that we don’t contact you. Change that in My Account, so that we can tell you.'
  if (because === 'no-mail-server') return 'We send no emails at the moment. Please call us.'
  return 'Confirm your email in My Account, so that we can tell you.'
}
