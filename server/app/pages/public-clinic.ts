import type { ClinicData } from '#contract/clinic.ts'
import { formatCents, type Money, toDollars, toPlainAmount } from '#contract/kit/money.ts'
import { mailLink } from '#contract/kit/text/mail-link.ts'
import { phoneLink } from '#contract/kit/text/phone.ts'
import type { Clinic } from '#contract/site/clinic.ts'
import { demoAdmin } from '#server/auth/demo.ts'
import { openingHoursInWords, schemaOrgHours } from '#server/calendar/public/opening-hours.ts'
import { type SpecialDays, schemaOrgSpecialHours, specialDaysInWords } from '#server/calendar/public/special-days.ts'
import type { Week } from '#server/calendar/rules/rules.ts'
import type { Config } from '#server/config/config.ts'
import { phoneRuleOf } from '#server/patient/phone-rule.ts'
import { privacyFacts } from './privacy-facts.ts'
import { publicCard, publicReview, singlePictures } from './site-pictures.ts'

/** The rules that pages show. `special` are the days that they announce, `treatments` those that patients book
 *  themselves. */
type PublicRules = {
  clinic: ClinicData
  week: Week
  special: readonly SpecialDays[]
  policy: Pick<Clinic, 'horizonDays' | 'freeCancelHours' | 'graceMinutes'>
  treatments: readonly { id: string; name: string; priceCents: number }[]
}

/** Returns the clinic's data and settings for the pages. `config` has the accounts at outside services as they are now,
 *  and `card` configures card payments. */
export function publicClinic(
  config: Config,
  { clinic, week, special, policy, treatments }: PublicRules,
  card: Clinic['card'],
): Clinic {
  const { publicUrl, demo, smtpUrl, texts } = config
  const { setupStep: _step, version: _version, taxId: _taxId, adultAge: _age, imprint, logo, ...rest } = clinic
  const { textCountries: _countries, maxTextsPerDay: _texts, pictures, coordinates, ...fields } = rest
  const place = coordinatesIn(coordinates)
  return {
    ...fields,
    services: fields.services.map((card) => ({ ...publicCard(card), ...bookedBy(treatments, card.name, clinic) })),
    reviews: fields.reviews.map(publicReview),
    ...singlePictures(pictures),
    ...(place && { coordinates: place }),
    ...(imprint !== '' && { imprint }),
    // Public pages load pictures of this site only.
    ...(logo?.startsWith('/') && { logo: `${logo}/small` }),
    ...(treatments.length === 0 && { byPhone: true as const }),
    hours: schemaOrgHours(week),
    hoursInWords: openingHoursInWords(week, clinic),
    ...(special.length > 0 && {
      specialHours: schemaOrgSpecialHours(special),
      specialDaysInWords: specialDaysInWords(special, clinic),
    }),
    horizonDays: policy.horizonDays,
    freeCancelHours: policy.freeCancelHours,
    graceMinutes: policy.graceMinutes,
    publicUrl,
    phoneLink: phoneLink(clinic.phone),
    phoneRule: phoneRuleOf(clinic.country),
    emailLink: mailLink(clinic.email),
    mapLink: mapLink(clinic.address, place),
    card,
    privacy: privacyFacts(config),
    sends: { email: smtpUrl !== undefined, texts: texts !== undefined },
    demo: demo ? { ...demoAdmin, outbox: !smtpUrl } : null,
  }
}

function coordinatesIn(text: string): Clinic['coordinates'] {
  if (text === '') return undefined
  const [latitude = 0, longitude = 0] = text.split(',').map(Number)
  return { latitude, longitude }
}

function mapLink(address: string, place: Clinic['coordinates']) {
  if (!place) return `https://www.openstreetmap.org/search?query=${encodeURIComponent(address)}`
  const { latitude, longitude } = place
  return `https://www.openstreetmap.org/?mlat=${latitude}&mlon=${longitude}#map=17/${latitude}/${longitude}`
}

/** Returns the treatment that a service card books. */
function bookedBy(treatments: PublicRules['treatments'], card: string, money: Money) {
  const name = card.toLowerCase()
  const found = treatments.find((treatment) => treatment.name.toLowerCase() === name)
  if (!found) return { treatmentId: '', price: '', amount: '' }
  const { id: treatmentId, priceCents } = found
  return { treatmentId, price: formatCents(priceCents, money), amount: toPlainAmount(toDollars(priceCents)) }
}
