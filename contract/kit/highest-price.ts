/** The highest price, of an appointment in rupiah; its cents are a 32-bit integer. */
export const highestPrice = 20_000_000
