import { z } from 'zod/mini'

/** The time of an appointment in the format of pages, requests and responses: `08.00 AM - 08.30 AM`. */
export const slot = z
  .string({ error: 'A slot is needed, such as 08.00 AM - 08.30 AM' })
  .check(
    z.regex(
      /^(0[1-9]|1[0-2])\.[0-5]\d [AP]M - (0[1-9]|1[0-2])\.[0-5]\d [AP]M$/,
      'A slot looks like 08.00 AM - 08.30 AM',
    ),
  )

/** Returns the start of a slot in minutes after midnight on the clinic's wall clock. */
export function slotStartMinutes(text: string): number {
  const hour = Number(text.slice(0, 2)) % 12
  const minute = Number(text.slice(3, 5))
  return (text.slice(6, 8) === 'PM' ? hour + 12 : hour) * 60 + minute
}

/** Returns the end of a slot in minutes after midnight; 1440 for midnight. */
export function slotEndMinutes(text: string): number {
  return slotStartMinutes(text.slice(text.indexOf('-') + 2)) || 1_440
}

/** Tells whether two slots of a day have a time in common. Adjoining slots do not. */
export function slotsOverlap(one: string, other: string): boolean {
  return slotStartMinutes(one) < slotEndMinutes(other) && slotStartMinutes(other) < slotEndMinutes(one)
}

/** Formats minutes after midnight as a slot: `08.00 AM - 08.30 AM`. */
export function formatSlot(startMinutes: number, endMinutes: number): string {
  return `${slotTime(startMinutes)} - ${slotTime(endMinutes)}`
}

function slotTime(minutes: number) {
  const hour = Math.floor(minutes / 60) % 24
  const twoDigits = (number: number) => String(number).padStart(2, '0')
  return `${twoDigits(hour % 12 || 12)}.${twoDigits(minutes % 60)} ${hour < 12 ? 'AM' : 'PM'}`
}
