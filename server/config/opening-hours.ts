const days = ['Mo', 'Tu', 'We', 'Th', 'Fr', 'Sa', 'Su']
const names = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']
const day = `(?:${days.join('|')})`
const time = '(?:[01]\\d|2[0-3]):[0-5]\\d'
const spell = new RegExp(`^(?<days>${day}(?:[-,]${day})*) (?<opens>${time})-(?<closes>${time})$`)

/** Splits `Mo-Fr 08:00-17:00; Sa 09:00-13:00` into spells, each as https://schema.org/openingHours writes it.
 *  Undefined where a spell is no such text, its days go backwards or it closes before it opens. */
export function readOpeningHours(text: string): string[] | undefined {
  const spells = text.trim().split(/\s*;\s*/)
  return spells.every((one) => wordsOf(one)) ? spells : undefined
}

/** Opening hours in words, a line for each spell: `Monday to Friday, 8.00 AM to 5.00 PM`. */
export function openingHoursInWords(spells: string[]): string {
  return spells.map(wordsOf).join('\n')
}

function wordsOf(text: string) {
  const { days: list = '', opens = '', closes = '' } = spell.exec(text)?.groups ?? {}
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
