/** Returns the last day of a period whose first day was changed: never before that. Days as YYYY-MM-DD; an empty last
 *  day stays. */
export const lastDayFrom = (firstDay: string, lastDay: string): string =>
  lastDay !== '' && lastDay < firstDay ? firstDay : lastDay
