import type { IsoDate } from '#contract/kit/time/clinic-date.ts'
import { pages } from '#contract/site/pages.ts'

/** Returns the address at which to book the treatment of an appointment again, with its dentist, if it had one, and on
 *  `day`, if it is given. */
export function bookAgainPath(
  { treatmentId, doctorId }: { treatmentId: string; doctorId?: string | undefined },
  day?: IsoDate,
): string {
  const asked = { date: day, treatment: treatmentId, doctor: doctorId }
  const known = Object.entries(asked).filter((entry): entry is [string, string] => Boolean(entry[1]))
  return `${pages.appointment}?${new URLSearchParams(known)}`
}
