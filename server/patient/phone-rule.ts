import { getExampleNumber, isSupportedCountry, Metadata } from 'libphonenumber-js/max'
import examples from 'libphonenumber-js/mobile/examples'
import type { PhoneRule } from '#contract/kit/text/phone.ts'

// Reserved for examples in the United States.
const fallback: PhoneRule = { minDigits: 10, example: '212 555 0142' }

/** Returns what a phone number needs at a clinic of this country (ISO 3166-1 alpha-2). */
export function phoneRuleOf(country: string): PhoneRule {
  if (country === 'US' || !isSupportedCountry(country)) return fallback
  const metadata = new Metadata()
  metadata.selectNumberingPlan(country)
  const lengths = metadata.numberingPlan?.possibleLengths() ?? []
  const example = getExampleNumber(country, examples)?.formatNational() ?? fallback.example
  return { minDigits: Math.min(...lengths), example }
}
