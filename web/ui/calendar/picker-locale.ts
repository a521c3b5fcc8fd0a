import { type DayPickerProps, type Labels, labelDayButton } from '@daypicker/react'
import { firstWeekday } from '#contract/kit/week.ts'
import { clinic } from '#web/clinic.ts'
import { dayOfWeekInText, formatMonth, fromPickerDate, isShownAsInUs, weekdayOf } from '#web/dates.ts'

type Formatters = NonNullable<DayPickerProps['formatters']>

// In English of the United States the day picker's own words, which need no Intl.
const inUs: Formatters = {}
const elsewhere: Formatters = {
  formatCaption: (month) => formatMonth(fromPickerDate(month)),
  formatWeekdayName: (date) => weekdayOf(fromPickerDate(date)).slice(0, 2),
}

/** Returns the properties of a day picker that follow the clinic's language and country. */
export function pickerLocale() {
  const formatters = isShownAsInUs() ? inUs : elsewhere
  return { weekStartsOn: firstWeekday(clinic.country), formatters } satisfies Partial<DayPickerProps>
}

/** Returns a day's name for screen readers. */
export const nameOfDay: Labels['labelDayButton'] = (date, modifiers, ...rest) => {
  if (isShownAsInUs()) return labelDayButton(date, modifiers, ...rest)
  const name = dayOfWeekInText(fromPickerDate(date), 'full')
  return `${modifiers.today ? 'Today, ' : ''}${name}${modifiers.selected ? ', selected' : ''}`
}
