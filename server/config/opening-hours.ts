const days = ['Mo', 'Tu', 'We', 'Th', 'Fr', 'Sa', 'Su']
const day = `(?:${days.join('|')})`
const time = '(?:(?:[01]\\d|2[0-3]):[0-5]\\d|24:00)'
const periodPattern = new RegExp(`^(?<days>${day}(?:[-,]${day})*) (?<opens>${time})-(?<closes>${time})$`)

/** Opening hours on a weekday, 1 (Monday) to 7, in minutes after midnight. */
export type WeekdayHours = { weekday: number; from: number; until: number }

/** Reads opening hours in the format of https://schema.org/openingHours, such as `Mo-Fr 08:00-17:00; Sa 09:00-13:00`.
 *  Returns undefined if a period has another format, its days are out of order, it closes before it opens, or two
 *  overlap. */
export function readOpeningHours(text: string): WeekdayHours[] | undefined {
  const hours: WeekdayHours[] = []
  for (const period of text.trim().split(/\s*;\s*/)) {
    const found = readPeriod(period)
    if (!found || found.some((one) => hours.some((other) => overlaps(one, other)))) return undefined
    hours.push(...found)
  }
  return hours
}

function readPeriod(text: string): WeekdayHours[] | undefined {
  const { days: list = '', opens = '', closes = '' } = periodPattern.exec(text)?.groups ?? {}
  const weekdays = list.split(',').flatMap(readRange)
  if (weekdays.includes(0) || new Set(weekdays).size < weekdays.length || opens >= closes) return undefined
  return weekdays.map((weekday) => ({ weekday, from: minutesOf(opens), until: minutesOf(closes) }))
}

// Returns 0 for a range that is no range.
function readRange(range: string): number[] {
  const [from = -1, to = from, ...more] = range.split('-').map((name) => days.indexOf(name))
  if (from < 0 || to < from || more.length > 0) return [0]
  return Array.from({ length: to - from + 1 }, (_, i) => from + i + 1)
}

function minutesOf(time: string) {
  return Number(time.slice(0, 2)) * 60 + Number(time.slice(3))
}

function overlaps(one: WeekdayHours, other: WeekdayHours) {
  return one.weekday === other.weekday && one.from < other.until && other.from < one.until
}
