import { mailLink } from '#contract/kit/text/mail-link.ts'
import type { Clinic } from '#contract/site/clinic.ts'
import { demoAdmin } from '#server/auth/demo/demo.ts'
import { openingHoursInWords, schemaOrgHours } from '#server/calendar/opening-hours.ts'
import type { Week } from '#server/calendar/rules/rules.ts'
import type { Config } from '#server/config/config.ts'

/** Returns the clinic's data and settings for the pages. `week` has its opening hours; `card` configures card payments. */
export function publicClinic(
  { clinic, publicUrl, demo, smtpUrl }: Config,
  { week, horizonDays }: { week: Week; horizonDays: number },
  card: Clinic['card'],
): Clinic {
  return {
    ...clinic,
    hours: schemaOrgHours(week),
    hoursInWords: openingHoursInWords(week),
    horizonDays,
    publicUrl,
    phoneLink: phoneLink(clinic.phone),
    emailLink: mailLink(clinic.email),
    mapLink: `https://www.openstreetmap.org/search?query=${encodeURIComponent(clinic.address)}`,
    card,
    demo: demo ? { ...demoAdmin, outbox: !smtpUrl } : null,
  }
}

// The zero in +49 (0)30 is only for domestic calls, which are dialed without the +49.
function phoneLink(phone: string) {
  const international = phone.trim().startsWith('+')
  const digits = (international ? phone.replace('(0)', '') : phone).replace(/\D/g, '')
  return `tel:${international ? '+' : ''}${digits}`
}
