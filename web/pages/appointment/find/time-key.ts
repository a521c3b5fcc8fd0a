import type { IsoDate } from '#contract/kit/time/clinic-date.ts'

/** A time that can be pressed. */
export type Time = { treatmentId: string; day: IsoDate; slot: string }

/** Returns what tells a time from others. It begins with the treatment's id. */
export function keyOf({ treatmentId, day, slot }: Time): string {
  return `${treatmentId} ${day} ${slot}`
}
