import { inSentences } from '#contract/kit/locale.ts'
import { unbroken } from '#contract/kit/text/unbroken.ts'
import { addDays, clinicMinutes, clinicToday, type IsoDate } from '#contract/kit/time/clinic-date.ts'
import { formatDayOfWeek, formatTime } from '#contract/kit/time/shown-date.ts'
import { openingHours, type Rules } from '../rules/rules.ts'

/** How many days ahead a clinic says when it opens. */
const maxDays = 14

type OpeningRules = Pick<Rules, 'days' | 'week' | 'timeZone' | 'clinic'>

/** Says whether the clinic is open at `now`, or when it opens next: `Open now, until 5:00 PM`, `Opens tomorrow at
 *  8:00 AM`. Empty if it does not open within two weeks. */
export function openInWords(rules: OpeningRules, now: Date): string {
  const locale = inSentences(rules.clinic)
  const timeOf = (minutes: number) => unbroken(formatTime(minutes, locale))
  const today = clinicToday(now, rules.timeZone)
  const minutes = clinicMinutes(now, rules.timeZone)
  const hours = openingHours(rules, today)
  const current = hours.find(({ from, until }) => from <= minutes && minutes < until)
  if (current) return `Open now, until ${timeOf(current.until)}`
  const later = hours.find(({ from }) => from > minutes)
  if (later) return `Opens today at ${timeOf(later.from)}`
  for (let ahead = 1; ahead <= maxDays; ahead += 1) {
    const date = addDays(today, ahead)
    const [first] = openingHours(rules, date)
    if (first) return `Opens ${ahead === 1 ? 'tomorrow' : dayOf(date)} at ${timeOf(first.from)}`
  }
  return ''

  function dayOf(date: IsoDate): string {
    return `on ${unbroken(formatDayOfWeek(date, locale, 'short'))}`
  }
}

/** Returns a function that says it for `now`, and looks again once a minute or after a change of the rules. */
export function rememberOpenInWords(clock: () => Date): (rules: OpeningRules) => string {
  let last: { rules: OpeningRules; minute: number; words: string } | undefined
  return (rules) => {
    const now = clock()
    const minute = Math.floor(now.getTime() / 60_000)
    if (last?.rules !== rules || last.minute !== minute) last = { rules, minute, words: openInWords(rules, now) }
    return last.words
  }
}
