/** Converts the dollars of requests and responses to whole cents. */
export function toCents(dollars: number): number {
  return Math.round(dollars * 100)
}

/** Converts cents to dollars, for requests and responses. */
export function toDollars(cents: number): number {
  return cents / 100
}

type Format = {
  /** Shows the cents of whole dollars, too: `$59.00`. */
  alwaysCents?: boolean
}

/** Formats an amount in cents: `$59`, `$59.50`. */
export function formatCents(cents: number, { alwaysCents = false }: Format = {}): string {
  const isWhole = cents % 100 === 0
  return `$${toDollars(cents).toFixed(isWhole && !alwaysCents ? 0 : 2)}`
}

/** Formats an amount in dollars, as in responses. */
export function formatDollars(dollars: number, format?: Format): string {
  return formatCents(toCents(dollars), format)
}
