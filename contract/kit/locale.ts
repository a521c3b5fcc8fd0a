/** What texts, days, times and prices are shown by: a language (BCP 47) and a country (ISO 3166-1 alpha-2). */
export type Locale = { language: string; country: string }

/** Returns the tag by which Intl formats: the language, as it is written in the clinic's country. English in Germany is
 *  `en-DE`: 24 hours, the day before the month. */
export function localeTag({ language, country }: Locale): string {
  // Loading Intl takes a slow phone 60 ms.
  return language === `en-${country}` ? language : new Intl.Locale(language, { region: country }).toString()
}

/** Returns what days and times within a sentence are shown by. The sentences are in English, so these are too, as the
 *  clinic's country writes them (docs/decisions/0077). */
export function inSentences<L extends Locale>(locale: L): L {
  return /^en\b/i.test(locale.language) ? locale : { ...locale, language: `en-${locale.country}` }
}
