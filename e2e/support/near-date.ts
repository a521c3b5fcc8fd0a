/** Returns a day of a response, such as `Nov 21, 2026`, as a sentence names it where the year is clear: `Nov 21`. */
export const nearDate = (date: string): string => date.replace(/, \d{4}$/, '')
