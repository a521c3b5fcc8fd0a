/** Converts dollars, as requests and responses have them, to whole cents. */
export function toCents(dollars: number): number {
  return Math.round(dollars * 100)
}

/** Converts cents to dollars, for requests and responses. */
export function toDollars(cents: number): number {
  return cents / 100
}

type Format = {
  /** Writes the cents of a whole number of dollars too: `$59.00`. */
  alwaysCents?: boolean
}

/** Formats an amount in cents: `$59`, `$59.50`. */
export function formatCents(cents: number, { alwaysCents = false }: Format = {}): string {
  const isWhole = cents % 100 === 0
  return `$${toDollars(cents).toFixed(isWhole && !alwaysCents ? 0 : 2)}`
}

/** Formats a price as responses have it, in dollars. */
export function formatDollars(dollars: number, format?: Format): string {
  return formatCents(toCents(dollars), format)
}
