import { inSentences, type Locale } from '#contract/kit/locale.ts'
import { formatMoment } from '#contract/kit/time/shown-date.ts'
import { offerRefusals } from '#server/booking/refusals.ts'
import type { Refusals } from '#server/http/refusal.ts'
import type { CancelRefusal } from './cancel.ts'
import type { Fixed, NoMove } from './move.ts'

/** What the sentences need of the clinic. */
export type ClinicContact = Locale & { phone: string; timeZone: string }

const fixed: Refusals<{ reason: Fixed }> = {
  cancelled: {
    status: 409,
    sentence: 'This appointment is already cancelled, or the clinic has changed it. Please look at your appointments.',
  },
  begun: { status: 409, sentence: 'This appointment has begun, so it can’t be changed here.' },
}

/** The answers to a patient who can't move an appointment. */
export const moveRefusals: Refusals<{ reason: Fixed | NoMove }> = {
  ...offerRefusals,
  ...fixed,
  'slot-taken': { status: 409, sentence: 'This time has just been taken. Nothing was changed; choose another one.' },
  'own-appointment': {
    status: 409,
    sentence: 'You already have an appointment then. Nothing was changed; choose another time.',
  },
}

/** The answers to a patient who can't cancel an appointment. */
export const cancelRefusals = ({ phone, timeZone, ...locale }: ClinicContact): Refusals<CancelRefusal> => ({
  ...fixed,
  'not-refundable': {
    status: 409,
    sentence: `This payment can’t be refunded here, so nothing was changed. Please call us at ${phone}.`,
  },
  'too-late': {
    status: 409,
    sentence: ({ until }) =>
      until
        ? `You could cancel this appointment here until ${formatMoment(until, timeZone, inSentences(locale))}. Please call us at ${phone}, or move it.`
        : `It’s too late to cancel this appointment here. Please call us at ${phone}, or move it.`,
  },
})
