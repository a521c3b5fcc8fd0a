import type { Locale } from '#contract/kit/locale.ts'
import { hasDecimalComma } from '#contract/kit/text/count.ts'

/** How a clinic writes CSVs. `decimal`: the sign before the fraction of a number. */
export type CsvFormat = { separator: ',' | ';'; decimal: '.' | ','; timeZone: string }

/** Returns how spreadsheets in the clinic's country write CSVs: where a comma begins the fraction of a number, a
 *  semicolon separates the cells. */
export function csvFormatOf({ timeZone, ...locale }: Locale & { timeZone: string }): CsvFormat {
  return hasDecimalComma(locale)
    ? { separator: ';', decimal: ',', timeZone }
    : { separator: ',', decimal: '.', timeZone }
}
