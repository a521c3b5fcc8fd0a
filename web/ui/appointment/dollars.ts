/** A price as people write it: `$59`, `$59.50`. */
export function dollars(price: number): string {
  return `$${Number.isInteger(price) ? price : price.toFixed(2)}`
}
