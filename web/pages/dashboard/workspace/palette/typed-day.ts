import { fold } from '#contract/kit/text/fold.ts'
import { addDays, type IsoDate, isoWeekday, readIsoDate } from '#contract/kit/time/clinic-date.ts'

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const weekdays = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun']
const words: Record<string, number> = { today: 0, tomorrow: 1, yesterday: -1 }
const monthName = `(${months.join('|')})[a-z]*\\.?`

interface Settings {
  today: IsoDate
  /** Whether 12/10 is December 10. */
  isUs: boolean
}

type Reader = [pattern: RegExp, read: (found: string[], settings: Settings) => IsoDate | undefined]

const readers: Reader[] = [
  [/\b(today|tomorrow|yesterday)\b/, ([word = ''], { today }) => addDays(today, words[word] ?? 0)],
  [/\b(\d{4}-\d{2}-\d{2})\b/, ([day = '']) => readIsoDate(day)],
  [/\bin (\d{1,3}) (day|week)s?\b/, ([count, unit], { today }) => addDays(today, Number(count) * unitDays(unit))],
  [
    /\b(\d{1,2})\/(\d{1,2})(?:\/(\d{4}))?(?!\S)/,
    ([one = '', other = '', year], settings) => {
      const [month, day] = settings.isUs ? [one, other] : [other, one]
      return dayOf(month, day, year, settings)
    },
  ],
  [/\b(\d{1,2})\.\s?(\d{1,2})\.(\d{4})?(?!\S)/, ([day, month, year], settings) => dayOf(month, day, year, settings)],
  [
    new RegExp(`\\b${monthName} (\\d{1,2})(?:,? (\\d{4}))?(?!\\S)`),
    ([name, day, year], settings) => dayOf(monthOf(name), day, year, settings),
  ],
  [
    new RegExp(`\\b(\\d{1,2})\\.? ${monthName}(?: (\\d{4}))?(?!\\S)`),
    ([day, name, year], settings) => dayOf(monthOf(name), day, year, settings),
  ],
  [
    /\b(?:(?:next|on) )?(mon|tue|wed|thu|fri|sat|sun)(?:day|sday|nesday|rsday|urday|s|r|rs)?\b/,
    ([name = ''], { today }) => nextWeekday(weekdays.indexOf(name) + 1, today),
  ],
]

/** Finds a day in a text: `tomorrow`, `fri`, `dec 10`, `12/10`, `10.12.`, `2026-12-10`, `in 2 weeks`. A day without a
 *  year is the nearest one. Returns the day, if there is one, and the rest of the text. */
export function readTypedDay(text: string, settings: Settings): { day: IsoDate | undefined; rest: string } {
  const folded = fold(text)
  for (const [pattern, read] of readers) {
    const match = pattern.exec(folded)
    const day = match && read(match.slice(1), settings)
    if (match && day) return { day, rest: folded.replace(match[0], ' ').replace(/\s+/g, ' ').trim() }
  }
  return { day: undefined, rest: folded.trim() }
}

const unitDays = (unit: string | undefined) => (unit === 'week' ? 7 : 1)
const monthOf = (name = '') => String(months.indexOf(name) + 1)

function dayOf(month = '', day = '', year: string | undefined, { today }: Settings): IsoDate | undefined {
  const inYear = (of: number) => readIsoDate(`${of}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`)
  if (year !== undefined) return inYear(Number(year))
  const thisYear = Number(today.slice(0, 4))
  const near = [thisYear - 1, thisYear, thisYear + 1].flatMap((each) => inYear(each) ?? [])
  const distance = (each: IsoDate) => Math.abs(Date.parse(each) - Date.parse(today))
  return near.toSorted((one, other) => distance(one) - distance(other))[0]
}

function nextWeekday(weekday: number, today: IsoDate): IsoDate {
  const ahead = (weekday - isoWeekday(today) + 7) % 7
  return addDays(today, ahead === 0 ? 7 : ahead)
}
