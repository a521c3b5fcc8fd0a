import type { Clinic } from '#contract/site/clinic.ts'

const picture = (name: string) => ({
  ...{ src: `{{clinic.${name}.src}}`, avif: `{{clinic.${name}.avif}}`, webp: `{{clinic.${name}.webp}}` },
  ...{ alt: `{{clinic.${name}.alt}}`, width: `{{clinic.${name}.width}}`, height: `{{clinic.${name}.height}}` },
})

const placeholders: Clinic = {
  name: '{{clinic.name}}',
  timeZone: '{{clinic.timeZone}}',
  email: '{{clinic.email}}',
  phone: '{{clinic.phone}}',
  address: '{{clinic.address}}',
  country: 'US',
  language: 'en-US',
  currency: 'USD',
  services: [0, 1, 2].map((n) => ({
    name: `{{clinic.service${n}.name}}`,
    description: `{{clinic.service${n}.description}}`,
    treatmentId: `{{clinic.service${n}.treatmentId}}`,
    price: `{{clinic.service${n}.price}}`,
    amount: `{{clinic.service${n}.amount}}`,
    picture: picture(`service${n}picture`),
  })),
  reviews: [0, 1, 2, 3, 4, 5].map((n) => ({
    name: `{{clinic.review${n}.name}}`,
    location: `{{clinic.review${n}.location}}`,
    text: `{{clinic.review${n}.text}}`,
    portrait: `{{clinic.review${n}.portrait}}`,
    sample: true,
  })),
  heroPicture: picture('heroPicture'),
  teamPicture: picture('teamPicture'),
  mapPicture: picture('mapPicture'),
  imprint: '{{clinic.imprint}}',
  logo: '{{clinic.logo}}',
  byPhone: true,
  hours: [],
  hoursInWords: '{{clinic.hoursInWords}}',
  specialDaysInWords: '{{clinic.specialDaysInWords}}',
  nextFree: '{{clinic.nextFree}}',
  // The server repeats an element with `data-each` for each row.
  nextTimes: [{ when: '{{each.when}}', what: '{{each.what}}', price: '{{each.price}}', query: '{{each.query}}' }],
  openInWords: '{{clinic.openInWords}}',
  signInReason: '{{clinic.signInReason}}',
  signInQuery: '{{clinic.signInQuery}}',
  dentists: [
    {
      id: '{{each.id}}',
      name: '{{each.name}}',
      initials: '{{each.initials}}',
      img: '{{each.img}}',
      specialty: '{{each.specialty}}',
      languages: '{{each.languages}}',
      sentence: '{{each.sentence}}',
    },
  ],
  horizonDays: 0,
  freeCancelHours: 0,
  graceMinutes: 0,
  publicUrl: '{{clinic.publicUrl}}',
  phoneLink: '{{clinic.phoneLink}}',
  phoneRule: { minDigits: 10, example: '' },
  emailLink: '{{clinic.emailLink}}',
  mapLink: '{{clinic.mapLink}}',
  card: { publishableKey: '', script: null },
  privacy: {
    services: '{{clinic.privacy.services}}',
    unconfirmed: '{{clinic.privacy.unconfirmed}}',
    emails: '{{clinic.privacy.emails}}',
    audit: '{{clinic.privacy.audit}}',
  },
  sends: { email: true, texts: true },
  demo: { email: '{{clinic.demo.email}}', password: '{{clinic.demo.password}}', outbox: false },
}

function readClinic(): Clinic {
  if (import.meta.env.DEV) return JSON.parse(import.meta.env.VITE_CLINIC)
  if (import.meta.env.SSR) return { ...placeholders }
  // The server of the same build wrote it into this document, and a test compares it with the schema.
  return JSON.parse(document.getElementById('clinic')?.textContent ?? '')
}

/** The clinic's data. During the build its texts are placeholders, which the server fills in. */
export const clinic: Clinic = readClinic()

/** Tells whether a text of the clinic is only its placeholder. */
export const isPlaceholder = (text: string): boolean => text.startsWith('{{clinic.')

/** Gives the pages that the server renders the clinic's current data. */
export function replaceClinic(current: Clinic): void {
  for (const name of Object.keys(clinic)) if (!(name in current)) Reflect.deleteProperty(clinic, name)
  Object.assign(clinic, current)
}
