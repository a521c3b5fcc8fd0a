const format = new Intl.NumberFormat('en-US')

/** Formats a whole number with separators: `12,345`. */
export function formatCount(count: number): string {
  return format.format(count)
}
