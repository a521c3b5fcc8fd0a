import { z } from 'zod/mini'
import { describedPicture, type ShownPicture, shownPicture, uploadedPicture } from './clinic-picture.ts'
import { currencies } from './kit/currencies.ts'
import { isCountry, isLanguage } from './kit/places.ts'
import { email } from './kit/text/email.ts'
import { plainText, textLines, textOrEmpty } from './kit/text/plain-text.ts'
import { isTimeZone } from './kit/time/clinic-date.ts'

/** A card on the landing page about a service. Without a picture it has a drawing. */
export const serviceCard = z.object({
  name: plainText('Name is Required', 60),
  description: plainText('Description is Required', 200),
  picture: z._default(z.nullable(describedPicture), null),
})
export type ServiceCard = { name: string; description: string; picture: ShownPicture | null }

/** A review on the landing page. A sample one says so there. `picture` is the address of the author's portrait. */
export const review = z.object({
  name: plainText('Name is Required', 60),
  location: plainText('Place is Required', 60),
  text: plainText('Review is Required', 300),
  sample: z._default(z.boolean('true or false'), false),
  picture: z._default(z.nullable(uploadedPicture), null),
})
export type Review = z.infer<typeof review>

/** The places of single pictures on the landing page: beside the headline, above the dentists, beside the address. */
export const singlePictures = ['hero', 'team', 'map'] as const
export type SinglePicture = (typeof singlePictures)[number]

const onePicture = z.optional(z.nullable(describedPicture))

/** The single pictures to change; null removes one. */
const picturesToChange = z.object({ hero: onePicture, team: onePicture, map: onePicture })

/** The largest number of reviews on the landing page. */
export const maxReviews = 6

const maxTexts = 100_000

const isCoordinates = (text: string) => {
  const [, latitude, longitude] = /^(-?\d{1,2}(?:\.\d+)?), *(-?\d{1,3}(?:\.\d+)?)$/.exec(text) ?? []
  return latitude !== undefined && Math.abs(Number(latitude)) <= 90 && Math.abs(Number(longitude)) <= 180
}

/** Degrees of latitude and longitude as map apps copy them, or empty. */
export const coordinates = z.string('Two numbers, such as 40.7061, -74.0087').check(
  z.trim(),
  z.maxLength(40, 'Must be 40 characters or shorter'),
  z.refine((text) => text === '' || isCoordinates(text), 'Two numbers, such as 40.7061, -74.0087'),
)

const code = (error: string, isKnown: (text: string) => boolean) =>
  z.string({ error }).check(z.trim(), z.refine(isKnown, error))

/** What a clinic says about itself. `country`, `language` and `currency` are codes of ISO 3166-1, BCP 47 and ISO 4217.
 *  There are three service cards. `pictures` has the single pictures to change. Receipts show `taxId`, public pages
 *  don't. `adultAge`: from which age, in years, a patient decides who sees their appointments. `imprint` may have
 *  several lines. `logo` is the address of a stored photo; without one the pages have a tooth. Text messages go to
 *  numbers of `country` and of `textCountries`, and at most `maxTextsPerDay` are sent on a day. */
const clinicFields = z.object({
  name: plainText('Name is Required', 100),
  address: plainText('Address is Required', 200),
  coordinates,
  phone: plainText('Phone is Required', 40),
  email,
  country: code('Must be the two letters of a country, such as DE', isCountry),
  language: code('Must be the tag of a language, such as en-US or de-DE', isLanguage),
  currency: code('Must be the three letters of a currency, such as EUR', (text) => currencies.includes(text)),
  services: z.array(serviceCard).check(z.length(3, 'There are three service cards')),
  reviews: z.array(review).check(z.maxLength(maxReviews, `At most ${maxReviews} reviews`)),
  pictures: picturesToChange,
  imprint: textLines(4_000),
  taxId: textOrEmpty(40),
  adultAge: z.int('An age from 12 to 21').check(z.gte(12, 'An age from 12 to 21'), z.lte(21, 'An age from 12 to 21')),
  logo: z.nullable(z.string('The address of a photo, or null').check(z.maxLength(2_048, 'A shorter address'))),
  textCountries: z
    .array(code('Must be the two letters of a country, such as DE', isCountry))
    .check(z.maxLength(50, 'At most 50 countries')),
  maxTextsPerDay: z
    .int('A whole number of texts is needed')
    .check(z.gte(0, 'At least 0'), z.lte(maxTexts, 'At most 100,000')),
})

/** The fields of a clinic, with the pictures that it shows. */
export type ClinicFields = Omit<z.infer<typeof clinicFields>, 'services' | 'pictures'> & {
  services: ServiceCard[]
  pictures: { [place in SinglePicture]: ShownPicture | null }
}

/** The IANA time zone of a clinic. */
const zoneOfClinic = code('Must be a time zone, such as Europe/Berlin', isTimeZone)

/** The steps of the set-up after the first admin, in order. */
export const setupSteps = ['clinic', 'hours', 'treatment', 'dentist'] as const
export type SetupStep = (typeof setupSteps)[number]

/** A clinic as it is stored. `setupStep` is the next step of its set-up; null once it is finished. */
export type ClinicData = ClinicFields & { timeZone: string; setupStep: SetupStep | null; version: number }

const setupStep = z.nullable(z.enum(setupSteps, 'A step of the set-up, or null'))

const version = z.int('The version of the data that you saw')

/** Body of `PATCH /clinic`: the fields to change, the next step of the set-up, and the version that was seen. */
export const clinicChange = z.extend(z.partial(z.extend(clinicFields, { setupStep })), { version })
export type ClinicChange = z.input<typeof clinicChange>

/** What becomes of the appointments ahead when the time zone changes: they keep the time on the clock, so that their
 *  instants change, or they keep their instants, so that the time on the clock changes. */
const zoneChoice = z.enum(['clock', 'instant'], 'clock or instant')
export type ZoneChoice = z.infer<typeof zoneChoice>

/** Body of `POST /clinic/time-zone`. With `preview` nothing is changed. */
export const zoneChange = z.object({
  version,
  timeZone: zoneOfClinic,
  keep: zoneChoice,
  preview: z._default(z.boolean('true or false'), false),
})
export type ZoneChange = z.input<typeof zoneChange>

/** Response of `POST /clinic/time-zone`: the number of appointments ahead, and the first of them, before and after.
 *  Patients get an email about `emailed` appointments and a text message about `texted`; about `unreachable` they
 *  must be called. */
export const zoneEffect = z.object({
  count: z.number(),
  emailed: z.number(),
  texted: z._default(z.number(), 0),
  unreachable: z.number(),
  first: z.optional(
    z.object({ patientName: z.string(), treatment: z.string(), before: z.string(), after: z.string() }),
  ),
})
export type ZoneEffect = z.infer<typeof zoneEffect>

/** Response of `GET /clinic`. `canChangeCurrency` is false once there are payments. */
export const clinicAnswer = z.object({
  name: z.string(),
  address: z.string(),
  coordinates: z._default(z.string(), ''),
  phone: z.string(),
  email: z.string(),
  country: z.string(),
  language: z.string(),
  currency: z.string(),
  services: z.array(
    z.object({ name: z.string(), description: z.string(), picture: z._default(z.nullable(shownPicture), null) }),
  ),
  reviews: z.array(
    z.object({
      ...{ name: z.string(), location: z.string(), text: z.string(), sample: z.boolean() },
      picture: z._default(z.nullable(z.string()), null),
    }),
  ),
  pictures: z._default(
    z.object({ hero: z.nullable(shownPicture), team: z.nullable(shownPicture), map: z.nullable(shownPicture) }),
    { hero: null, team: null, map: null },
  ),
  imprint: z.string(),
  taxId: z.optional(z.string()),
  adultAge: z.optional(z.number()),
  textCountries: z.optional(z.array(z.string())),
  maxTextsPerDay: z.optional(z.int()),
  logo: z.nullable(z.string()),
  timeZone: z.string(),
  setupStep: z.nullable(z.string()),
  version: z.number(),
  canChangeCurrency: z.boolean(),
})
export type ClinicAnswer = z.infer<typeof clinicAnswer>
