import type { PatientChanges } from '#contract/booking/patient-changes.ts'
import { partPaidSentence as partPaidSentenceIn, refundSentence as refundSentenceIn } from '#contract/booking/refund.ts'
import { formatDollars as formatIn } from '#contract/kit/money.ts'
import { clinic } from '#web/clinic.ts'

/** Formats an amount of the clinic's currency, as in responses: `$59`, `$59.50`, `59 €`. */
export function formatDollars(dollars: number, format?: Parameters<typeof formatIn>[2]): string {
  return formatIn(dollars, clinic, format)
}

/** The clinic's currency in a label: `Price in dollars`. */
export const currencyName = clinic.currency === 'USD' ? 'dollars' : clinic.currency

/** Words what a cancellation gives back. Empty if that is nothing. */
export function refundSentence({ refund, refundAtDesk: atDesk }: Pick<PatientChanges, 'refund' | 'refundAtDesk'>) {
  return refundSentenceIn({ refund, atDesk }, clinic)
}

/** Says how much of an appointment is paid, if it is only a part. */
export function partPaidSentence(booking: Parameters<typeof partPaidSentenceIn>[0]): string {
  return partPaidSentenceIn(booking, clinic)
}
