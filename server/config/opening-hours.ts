const days = ['Mo', 'Tu', 'We', 'Th', 'Fr', 'Sa', 'Su']
const names = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']
const day = `(?:${days.join('|')})`
const time = '(?:[01]\\d|2[0-3]):[0-5]\\d'
const periodPattern = new RegExp(`^(?<days>${day}(?:[-,]${day})*) (?<opens>${time})-(?<closes>${time})$`)

/** Splits `Mo-Fr 08:00-17:00; Sa 09:00-13:00` into periods in the format of https://schema.org/openingHours. Returns undefined if a period
 *  has another format, its days are out of order or it closes before it opens. */
export function readOpeningHours(text: string): string[] | undefined {
  const periods = text.trim().split(/\s*;\s*/)
  return periods.every((period) => periodInWords(period)) ? periods : undefined
}

/** Returns opening hours in words, one line per period: `Monday to Friday, 8.00 AM to 5.00 PM`. */
export function openingHoursInWords(periods: string[]): string {
  return periods.map(periodInWords).join('\n')
}

function periodInWords(text: string) {
  const { days: list = '', opens = '', closes = '' } = periodPattern.exec(text)?.groups ?? {}
  const ranges = list.split(',').map(rangeInWords)
  if (ranges.includes(undefined) || opens >= closes) return
  return `${ranges.join(', ')}, ${clock(opens)} to ${clock(closes)}`
}

function rangeInWords(range: string) {
  const [from = -1, to = from, ...more] = range.split('-').map((name) => days.indexOf(name))
  if (from < 0 || to < from || more.length > 0) return
  if (to - from === 6) return 'Every day'
  return from === to ? names[from] : `${names[from]} ${to - from === 1 ? 'and' : 'to'} ${names[to]}`
}

function clock(time: string) {
  const [hour = 0, minute = ''] = [Number(time.slice(0, 2)), time.slice(3)]
  return `${hour % 12 || 12}.${minute} ${hour < 12 ? 'AM' : 'PM'}`
}
