/** Instead of an id in the address of a payment or a receipt: all appointments at once. */
export const allOfThem = 'all'
