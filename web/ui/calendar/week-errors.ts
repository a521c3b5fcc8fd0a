import { type Week, week as weekSchema } from '#contract/calendar/hours.ts'

/** Returns the first message about each weekday of a week; none if it is valid. */
export function weekErrors(week: Week): Map<number, string> {
  const messages = new Map<number, string>()
  for (const { path, message } of weekSchema.safeParse(week).error?.issues ?? []) {
    const weekday = week[Number(path[0])]?.weekday
    if (weekday !== undefined && !messages.has(weekday)) messages.set(weekday, message)
  }
  return messages
}
