import type { Calendar } from '#contract/calendar/calendar.ts'
import { dateInText, timeInText } from '#web/dates.ts'
import { weekdays } from './Weekdays.tsx'

type Block = {
  doctorId?: string | undefined
  chairId?: string | undefined
  firstDay: string
  lastDay?: string | undefined
  from: number
  until: number
  weekdays?: number[] | undefined
}

/** Returns whose time a block keeps free, and when: `Dr. Bell on May 4, 2026, 12:00 PM to 1:00 PM`. Days in the medium
 *  format. */
export function blockInWords(block: Block, calendar: Pick<Calendar, 'doctors' | 'chairs'>): string {
  return `${whoseInWords(block, calendar)} ${timesOf(block)}`
}

function whoseInWords({ doctorId, chairId }: Block, { doctors, chairs }: Pick<Calendar, 'doctors' | 'chairs'>) {
  if (doctorId !== undefined) return doctors.find(({ _id }) => _id === doctorId)?.name ?? 'a dentist'
  if (chairId !== undefined) return chairs.find(({ _id }) => _id === chairId)?.name ?? 'a chair'
  return 'everyone'
}

function timesOf({ firstDay, lastDay, from, until, weekdays: days = [] }: Block): string {
  const [start, end] = [timeInText(from), timeInText(until)]
  const [first, last] = [dateInText(firstDay), lastDay && dateInText(lastDay)]
  if (days.length === 0)
    return first === last ? `on ${first}, ${start} to ${end}` : `from ${first}, ${start} to ${last}, ${end}`
  const names = weekdays.filter(({ day }) => days.includes(day)).map(({ name }) => name)
  return `each ${names.join(', ')}, ${start} to ${end}, from ${first} ${last ? `to ${last}` : 'without end'}`
}
