import { addDays, type IsoDate, isoWeekday } from './time/clinic-date.ts'

// By CLDR. Intl.Locale.prototype.getWeekInfo is not in every browser.
const sunday =
  'AG AS BD BR BS BT BW BZ CA CO DM DO ET GT GU HK HN ID IL IN IS JM JP KE KH KR LA MH MM MO MT MX MZ NI NP PA PE PH ' +
  'PK PR PT PY SA SG SV TH TT TW UM US VE VI WS YE ZA ZW'
const saturday = 'AF BH DJ DZ EG IQ IR JO KW LY OM QA SD SY'

/** Returns the weekday on which calendars of a country begin: 0 (Sunday) to 6. */
export function firstWeekday(country: string): 0 | 1 | 5 | 6 {
  if (country === 'MV') return 5
  if (saturday.split(' ').includes(country)) return 6
  return sunday.split(' ').includes(country) ? 0 : 1
}

const weekendOnFridayAndSaturday = 'BH DZ EG IL IQ JO KW LY OM QA SA SD SY YE'

/** Returns the weekdays, 1 (Monday) to 7, in the order in which a country lists opening hours: from the first working
 *  day on. */
export function workWeek(country: string): number[] {
  if (weekendOnFridayAndSaturday.split(' ').includes(country)) return [7, 1, 2, 3, 4, 5, 6]
  return country === 'AF' || country === 'IR' ? [6, 7, 1, 2, 3, 4, 5] : [1, 2, 3, 4, 5, 6, 7]
}

/** Returns the seven days of the week that contains a day, from the first working day of a country on. */
export function weekOf(date: IsoDate, country: string): IsoDate[] {
  const since = workWeek(country).indexOf(isoWeekday(date))
  return Array.from({ length: 7 }, (_, at) => addDays(date, at - since))
}
