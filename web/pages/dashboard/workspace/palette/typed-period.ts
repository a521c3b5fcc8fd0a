/** A part of a day, in minutes after midnight. */
export type Period = { from: number; until: number }

const time = '(\\d{1,2})(?::(\\d{2}))? ?(am|pm)?'
const pattern = new RegExp(`(?<!\\S)(?:from )?${time} ?(?:-|–|to|until) ?${time}(?!\\S)`)
// No clinic opens before: ‘2-3’ is the afternoon.
const earliestHour = 7
const halfDay = 12 * 60

/** Finds a part of a day in a text: `2-3`, `2 to 3 pm`, `14:00-15:30`. Returns it, if there is one, and the rest of the
 *  text. */
export function readTypedPeriod(text: string): { period: Period | undefined; rest: string } {
  const match = pattern.exec(text.toLowerCase())
  const period = match && periodOf(match.slice(1))
  if (!match || !period) return { period: undefined, rest: text }
  return { period, rest: text.replace(text.slice(match.index, match.index + match[0].length), ' ').trim() }
}

function periodOf([hour, minute, half, untilHour, untilMinute, untilHalf]: string[]): Period | undefined {
  const from = minutesOf(hour, minute, half ?? (Number(hour) > Number(untilHour) ? undefined : untilHalf))
  const until = minutesOf(untilHour, untilMinute, untilHalf)
  return from !== undefined && until !== undefined && from < until ? { from, until } : undefined
}

function minutesOf(hour = '', minute = '0', half: string | undefined): number | undefined {
  const [hours, minutes] = [Number(hour), Number(minute)]
  if (hours > (half ? 12 : 24) || minutes > 59 || (half && hours === 0)) return undefined
  if (half) return (hours % 12) * 60 + minutes + (half === 'pm' ? halfDay : 0)
  return hours * 60 + minutes + (hours < earliestHour ? halfDay : 0)
}
