/** When the clinic sees patients. */
export const openingHours = 'Every day, 8.00 AM to 5.00 PM'
