import { inSentences, type Locale } from '#contract/kit/locale.ts'
import { unbroken } from '#contract/kit/text/unbroken.ts'
import { formatTime, weekdayNames } from '#contract/kit/time/shown-date.ts'
import { workWeek } from '#contract/kit/week.ts'
import type { Period, Week } from '../rules/rules.ts'

const abbreviations = ['Mo', 'Tu', 'We', 'Th', 'Fr', 'Sa', 'Su']

/** Returns a week's opening hours in words. Each line has the weekdays with the same hours:
 *  `Monday to Friday, 8:00 AM to 12:00 PM and 1:00 PM to 5:00 PM`. */
export function openingHoursInWords(week: Week, locale: Locale): string {
  const names = weekdayNames(inSentences(locale))
  const lines = groupsOf(week, workWeek(locale.country)).map(
    ({ ranges, periods }) =>
      `${ranges.map((range) => rangeInWords(range, names)).join(', ')}, ${periodsInWords(periods, locale)}`,
  )
  return lines.join('\n') || 'Closed'
}

/** Returns a week's opening hours in the format of https://schema.org/openingHours. */
export function schemaOrgHours(week: Week): string[] {
  return groupsOf(week, [1, 2, 3, 4, 5, 6, 7]).flatMap(({ ranges, periods }) => {
    const days = ranges.map(([first, last]) => (first === last ? short(first) : `${short(first)}-${short(last)}`))
    return periods.map(({ from, until }) => `${days.join(',')} ${schemaOrgTime(from)}-${schemaOrgTime(until)}`)
  })
}

/** Returns the periods of a day in words: `8:00 AM to 12:00 PM and 1:00 PM to 5:00 PM`. No line breaks within a
 *  time. */
export function periodsInWords(periods: readonly Period[], locale: Locale): string {
  const time = (minutes: number) => unbroken(formatTime(minutes, inSentences(locale)))
  return periods.map(({ from, until }) => `${time(from)} to ${time(until)}`).join(' and ')
}

/** Formats minutes after midnight for schema.org: `08:00`. Search engines read 23:59 as open until midnight. */
export function schemaOrgTime(minutes: number): string {
  return minutes === 1_440 ? '23:59' : `${twoDigits(Math.floor(minutes / 60))}:${twoDigits(minutes % 60)}`
}

type Range = [first: number, last: number]

/** Groups the weekdays with the same hours, in the order of `days`. Closed weekdays are in no group. */
function groupsOf(week: Week, days: readonly number[]): { ranges: Range[]; periods: readonly Period[] }[] {
  const open = days.filter((weekday) => week.get(weekday)?.length)
  const groups = Map.groupBy(open, (weekday) => JSON.stringify(week.get(weekday)))
  return [...groups.values()].map((weekdays) => ({
    ranges: rangesOf(weekdays),
    periods: week.get(weekdays[0] ?? 0) ?? [],
  }))
}

function rangesOf(weekdays: number[]): Range[] {
  return weekdays.reduce<Range[]>((ranges, weekday) => {
    const last = ranges.at(-1)
    if (last && last[1] % 7 === weekday - 1) last[1] = weekday
    else ranges.push([weekday, weekday])
    return ranges
  }, [])
}

function rangeInWords([first, last]: Range, names: readonly string[]) {
  const count = ((last - first + 7) % 7) + 1
  if (count === 7) return 'Every day'
  if (first === last) return names[first - 1]
  return `${names[first - 1]} ${count === 2 ? 'and' : 'to'} ${names[last - 1]}`
}

function short(weekday: number) {
  return abbreviations[weekday - 1]
}

function twoDigits(number: number) {
  return String(number).padStart(2, '0')
}
