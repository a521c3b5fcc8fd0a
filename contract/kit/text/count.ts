import { type Locale, localeTag } from '../locale.ts'

const format = new Intl.NumberFormat('en-US')

/** Formats a whole number with separators: `12,345`. */
export function formatCount(count: number): string {
  return format.format(count)
}

/** Tells whether a comma begins the fraction of a number that spreadsheets in a clinic's country write. A clinic whose
 *  language is English follows the language of its country. */
export function hasDecimalComma(locale: Locale): boolean {
  const { language, country: region } = locale
  const tag = /^en\b/i.test(language) ? new Intl.Locale('und', { region }).maximize().baseName : localeTag(locale)
  const parts = new Intl.NumberFormat(tag, { numberingSystem: 'latn' }).formatToParts(1.5)
  return parts.some(({ type, value }) => type === 'decimal' && value === ',')
}
