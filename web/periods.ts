import { inSentences } from '#contract/kit/locale.ts'
import * as shown from '#contract/kit/time/shown-period.ts'
import { clinic } from '#web/clinic.ts'

const english = inSentences(clinic)

/** Formats a slot of a response as people say it: `8:00 to 8:30 AM`. */
export function showPeriod(slot: string): string {
  return shown.showPeriod(slot, clinic)
}

/** The same, in a sentence. */
export function periodInText(slot: string): string {
  return shown.showPeriod(slot, english)
}
