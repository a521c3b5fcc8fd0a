import { formatDayOfWeek, type IsoDate } from '#contract/kit/time/clinic-date.ts'
import type { DayOverview } from '#web/api/treatments.ts'

/** Returns what follows a day in its accessible name: `, closed: Public holiday, can’t be chosen`. */
export function nameSuffix({ state, note }: DayOverview): string {
  if (state === 'closed') return `${withNote(', closed', note)}, can’t be chosen`
  return `${state === 'open' ? '' : ', nothing free'}${note ? `, ${note}` : ''}`
}

/** Returns what is special about a day, in words: `Closed on Wed, Nov 25: Public holiday`. Empty for an ordinary day. */
export function remarkOn(day: IsoDate, { state, note }: DayOverview): string {
  const date = formatDayOfWeek(day, 'short')
  if (state === 'open') return note ? `${date}: ${note}` : ''
  return withNote(`${state === 'closed' ? 'Closed' : 'Nothing free'} on ${date}`, note)
}

function withNote(text: string, note: string | undefined) {
  return note ? `${text}: ${note}` : text
}
