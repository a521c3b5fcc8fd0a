import type { IsoDate } from '#contract/kit/time/clinic-date.ts'
import { type Block, blockedOn } from './rules/available-hours.ts'
import { isAway, openingHours, type Period, type Rules, workingHours } from './rules/rules.ts'

/** A day as staff see it. `hours` are the clinic's; `note` is the one for patients. `doctors` are all who work at the
 *  clinic, by name, with their hours that day; `absent`: away that day, or already left. `blocks`: what keeps them, a
 *  chair or everyone from appointments. */
export type Roster = {
  hours: readonly Period[]
  note: string
  gridMinutes: number
  doctors: readonly { id: string; name: string; hours: readonly Period[]; absent: boolean }[]
  blocks: readonly (Pick<Block, 'id' | 'doctorId' | 'chairName' | 'reason'> & Period)[]
}

/** Returns who works on a day, and when. */
export function rosterOf(rules: Rules, date: IsoDate): Roster {
  return {
    hours: openingHours(rules, date),
    note: rules.days.get(date)?.note ?? '',
    gridMinutes: rules.policy.gridMinutes,
    doctors: rules.doctors.map((doctor) => ({
      id: doctor.id,
      name: doctor.name,
      hours: workingHours(rules, doctor, date),
      absent: isAway(doctor, date),
    })),
    blocks: rules.blocks.flatMap((block) => {
      const { id, doctorId, chairName, reason } = block
      const period = blockedOn(block, date)
      return period ? [{ id, doctorId, chairName, reason, ...period }] : []
    }),
  }
}
