import { z } from 'zod/mini'
import { type ClinicAnswer, coordinates } from '#contract/clinic.ts'
import { currencies } from '#contract/kit/currencies.ts'
import { listCountries, suggestedCurrency } from '#contract/kit/places.ts'
import { email } from '#contract/kit/text/email.ts'
import { plainText, textLines, textOrEmpty } from '#contract/kit/text/plain-text.ts'

/** The fields of the clinic's own form. The server checks the codes again. */
export const clinicForm = z.object({
  name: plainText('Name is Required', 100),
  address: plainText('Address is Required', 200),
  phone: plainText('Phone is Required', 40),
  email,
  country: z.string(),
  language: z.string(),
  currency: z.string(),
  imprint: textLines(4_000),
  taxId: textOrEmpty(40),
  adultAge: z.string(),
  coordinates,
})
export type ClinicForm = z.infer<typeof clinicForm>

/** Returns the form's values of a clinic. */
export function toForm({
  name,
  address,
  phone,
  email,
  country,
  language,
  currency,
  imprint,
  taxId = '',
  adultAge = 18,
  coordinates = '',
}: ClinicAnswer): ClinicForm {
  const texts = { name, address, coordinates, phone, email, country, language, currency, imprint, taxId }
  return { ...texts, adultAge: String(adultAge) }
}

const languages =
  'ar bg ca cs da de el en es et fi fr he hi hr hu id it ja ko lt lv ms nb nl pl pt ro ru sk sl sr sv th tr uk vi zh'

const nameOf = (type: 'language' | 'currency', code: string) => new Intl.DisplayNames('en', { type }).of(code) ?? code
const byName = ([, one]: readonly [string, string], [, other]: readonly [string, string]) =>
  one.localeCompare(other, 'en')

/** The countries to choose from. */
export const countryOptions = listCountries().map(({ code, name }) => [code, name] as const)

/** The languages to choose from, and the one that is set. */
export function languageOptions(set: string): (readonly [string, string])[] {
  const tags = languages.split(' ').filter((tag) => set.split('-')[0] !== tag)
  return [...tags, set].map((tag) => [tag, nameOf('language', tag)] as const).sort(byName)
}

/** The currencies to choose from. */
export const currencyOptions = currencies
  .map((code) => [code, `${nameOf('currency', code)} (${code})`] as const)
  .sort(byName)

/** The time zones to choose from. */
export const zoneOptions = Intl.supportedValuesOf('timeZone').map((zone) => [zone, zone.replaceAll('_', ' ')] as const)

/** Returns the usual language of a country, of those to choose from, and its currency if it is known. `set` is the
 *  language that is set, perhaps with a country of its own. */
export function usualIn(country: string, set: string): { language: string | undefined; currency: string | undefined } {
  const { language } = new Intl.Locale(`und-${country}`).maximize()
  const isKnown = languages.split(' ').includes(language)
  const option = set.split('-')[0] === language ? set : language
  return { language: isKnown ? option : undefined, currency: suggestedCurrency(country) }
}
