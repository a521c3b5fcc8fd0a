import { z } from 'zod/mini'

/** A picture of the clinic's own, on this site. `avif` and `webp` are the values of `srcset`; `src` is for browsers
 *  that know neither. The size is that of the widest version, in pixels. */
const sitePicture = z.object({
  ...{ src: z.string(), avif: z.string(), webp: z.string(), alt: z.string() },
  ...{ width: z.string(), height: z.string() },
})
export type SitePicture = z.infer<typeof sitePicture>

/** `treatmentId` is that of the treatment with the card’s name, `price` its price in words and `amount` as programs
 *  write it; all are empty if patients can't book one. */
const serviceCard = z.object({
  ...{ name: z.string(), description: z.string() },
  ...{ treatmentId: z.string(), price: z.string(), amount: z.string() },
  picture: z.optional(sitePicture),
})
const review = z.object({
  ...{ name: z.string(), location: z.string(), text: z.string(), sample: z.boolean() },
  portrait: z.optional(z.string()),
})

/** A dentist on the page of dentists. A text is empty if the clinic says nothing; `img` is a path of this site. */
const publicDentist = z.object({
  id: z.string(),
  name: z.string(),
  initials: z.string(),
  img: z.string(),
  specialty: z.string(),
  languages: z.string(),
  sentence: z.string(),
})
export type PublicDentist = z.infer<typeof publicDentist>

/** A free time on the landing page, in words, with the query of the address that books it. */
const nextTime = z.object({ when: z.string(), what: z.string(), price: z.string(), query: z.string() })

/** Public data of the clinic, which the server inserts into each page. `byPhone`: nothing can be booked online. `hours`
 *  are in the format of https://schema.org/openingHours; `hoursInWords` has a line for each. `specialHours`, of days
 *  with other hours, have the format of https://schema.org/specialOpeningHoursSpecification; `specialDaysInWords`
 *  has a line for each such day. `nextFree`, on the landing page only, names the next free time and the lowest
 *  price, `nextTimes` are the next one to three; `openInWords` says whether the clinic is open, or when it opens.
 *  The pictures are those that the clinic has uploaded; the pages have drawings instead of those that are missing.
 *  `signInReason`, on the login and the sign-up only, says why the page that a visitor wanted asks for a sign-in, and
 *  `signInQuery` leads back to it. `dentists`, on the landing page and on that of dentists, are those who perform a
 *  treatment. Appointments can be booked up to
 *  `horizonDays` ahead, and cancelled free of charge until `freeCancelHours` before and for `graceMinutes` after the
 *  booking. `publicUrl` is the origin of the site. The links start a call, an email and a map. `phoneRule` is for phone
 *  numbers that are typed. In `card`, `script` replaces Stripe.js if there is no Stripe account. `sends` tells
 *  whether emails and text messages leave the server. `demo` is set only in demo mode; `outbox` tells whether emails
 *  can be read on a page. `privacy` is for the privacy page: a line for each service that gets data, and how long
 *  unconfirmed accounts, the record of emails and the trail of actions are kept, in words. */
export const clinic = z.object({
  name: z.string(),
  timeZone: z.string(),
  email: z.string(),
  phone: z.string(),
  address: z.string(),
  country: z.string(),
  language: z.string(),
  currency: z.string(),
  services: z.array(serviceCard),
  reviews: z.array(review),
  heroPicture: z.optional(sitePicture),
  teamPicture: z.optional(sitePicture),
  mapPicture: z.optional(sitePicture),
  coordinates: z.optional(z.object({ latitude: z.number(), longitude: z.number() })),
  imprint: z.optional(z.string()),
  logo: z.optional(z.string()),
  byPhone: z.optional(z.literal(true)),
  hours: z.array(z.string()),
  hoursInWords: z.string(),
  specialHours: z.optional(
    z.array(z.object({ validFrom: z.string(), validThrough: z.string(), opens: z.string(), closes: z.string() })),
  ),
  specialDaysInWords: z.optional(z.string()),
  nextFree: z.optional(z.string()),
  nextTimes: z.optional(z.array(nextTime)),
  openInWords: z.optional(z.string()),
  signInReason: z.optional(z.string()),
  signInQuery: z.optional(z.string()),
  dentists: z.optional(z.array(publicDentist)),
  horizonDays: z.number(),
  freeCancelHours: z.number(),
  graceMinutes: z.number(),
  publicUrl: z.string(),
  phoneLink: z.string(),
  phoneRule: z.object({ minDigits: z.number(), example: z.string() }),
  emailLink: z.string(),
  mapLink: z.string(),
  card: z.object({ publishableKey: z.string(), script: z.nullable(z.string()) }),
  privacy: z.object({ services: z.string(), unconfirmed: z.string(), emails: z.string(), audit: z.string() }),
  sends: z.object({ email: z.boolean(), texts: z.boolean() }),
  demo: z.nullable(z.object({ email: z.string(), password: z.string(), outbox: z.boolean() })),
})
export type Clinic = z.infer<typeof clinic>
