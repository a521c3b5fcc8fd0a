import { busyDoctors, busyHours, busyPolicy } from '#server/app/seed/busy-clinic.ts'
import { busyTreatments } from '#server/app/seed/busy-treatments.ts'
import type { Rules } from '#server/calendar/rules/rules.ts'
import { clinic, doctor, everyDay } from '#server/testing/calendar/clinic.ts'

/** Returns the rules of the busy clinic, without its holidays and absences. */
export function busyRules(fillGaps: boolean): Rules {
  const toWeek = ([from, until]: readonly [number, number]) => everyDay([{ from: from * 60, until: until * 60 }])
  const ids = busyTreatments.map(({ name }) => name)
  return clinic({
    policy: { ...busyPolicy, fillGaps, onlineBooking: true },
    week: toWeek(busyHours.clinic),
    treatments: busyTreatments.map(({ share: _, ...treatment }) => ({
      ...treatment,
      id: treatment.name,
      category: '',
      online: true,
    })),
    doctors: busyDoctors.map(({ name, hours, first, last }) =>
      doctor(name, ids.slice(first, last + 1), { week: hours && toWeek(hours) }),
    ),
    chairs: ['Chair 1', 'Chair 2', 'Chair 3'],
  })
}
