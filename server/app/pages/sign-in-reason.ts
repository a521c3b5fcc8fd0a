import { inSentences } from '#contract/kit/locale.ts'
import { formatCents, type Money } from '#contract/kit/money.ts'
import { unbroken } from '#contract/kit/text/unbroken.ts'
import { readIsoDate } from '#contract/kit/time/clinic-date.ts'
import { formatDayOfWeek, formatTime } from '#contract/kit/time/shown-date.ts'
import { slot, slotStartMinutes } from '#contract/kit/time/slot.ts'
import { pageAt, signInReason } from '#contract/site/page-at.ts'
import { pages } from '#contract/site/pages.ts'
import { bookedOnline, type Rules } from '#server/calendar/rules/rules.ts'

type Asked = Pick<Rules, 'policy' | 'treatments' | 'doctors'>

/** Says why the page at `from`, a path with its query, asks for a sign-in: `Log in or create an account to book Teeth
 *  Cleaning, Fri, Dec 4, 8:00 AM, $59.` where a link named a treatment, a time or a dentist. Only what the clinic
 *  offers is repeated. Empty for a page that is open to everyone. */
export function reasonToSignIn(rules: Asked | undefined, clinic: Money, from: string): string {
  const wanted = rules && pageAt(from)?.path === pages.appointment ? wantedIn(rules, clinic, from) : undefined
  return wanted ? `Log in or create an account to book ${wanted}.` : (signInReason(from) ?? '')
}

function wantedIn(rules: Asked, clinic: Money, from: string): string | undefined {
  const query = new URL(from, 'https://site.invalid').searchParams
  const treatment = bookedOnline(rules).find(({ id }) => id === query.get('treatment'))
  const doctor = rules.doctors.find(({ id }) => id === query.get('doctor'))
  const who = doctor && `with ${doctor.name}`
  if (!treatment) return who
  const what = [treatment.name, who].filter(Boolean).join(' ')
  return [what, timeIn(query, clinic), formatCents(treatment.priceCents, clinic)].filter(Boolean).join(', ')
}

function timeIn(query: URLSearchParams, clinic: Money): string | undefined {
  const date = readIsoDate(query.get('date') ?? '')
  const time = slot.safeParse(query.get('time')).data
  if (!date || !time) return undefined
  const locale = inSentences(clinic)
  return unbroken(`${formatDayOfWeek(date, locale, 'short')}, ${formatTime(slotStartMinutes(time), locale)}`)
}
