/** When the clinic sees patients, in its own time zone; the treatments' slots lie within. */
export const openingHours = 'Every day, 8.00 AM to 5.00 PM'

/** The same in the words of https://schema.org/openingHours. */
export const openingHoursForSearch = 'Mo-Su 08:00-17:00'
