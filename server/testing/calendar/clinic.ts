import type { ClinicData } from '#contract/clinic.ts'
import { firstClinic } from '#server/app/first-clinic.ts'
import type { Block } from '#server/calendar/rules/available-hours.ts'
import { type DoctorRule, type Period, type Rules, toWeek } from '#server/calendar/rules/rules.ts'
import { readConfig } from '#server/config/config.ts'

/** The data of the default clinic. */
export const clinicData: ClinicData = { ...firstClinic(readConfig({ DEMO: 'on' })), timeZone: 'America/New_York' }

/** Returns a week of days with the same periods. */
export const everyDay = (periods: Period[]) =>
  toWeek([1, 2, 3, 4, 5, 6, 7].flatMap((weekday) => periods.map((period) => ({ weekday, ...period }))))

/** The hours of the default clinic. */
const morningAndAfternoon = everyDay([
  { from: 480, until: 720 },
  { from: 780, until: 1020 },
])

/** The policy of the default clinic. */
export const policy = {
  gridMinutes: 30,
  fillGaps: true,
  noticeMinutes: 0,
  horizonDays: 365,
  maxUpcoming: 20,
  freeCancelHours: 24,
  graceMinutes: 30,
  reminderHours: 24,
  moreReminderHours: [],
  deskRefundDollars: 50,
  noShowFeeDollars: 0,
  onlineBooking: true,
}

export const treatment = (id: string, durationMinutes = 30, bufferMinutes = 0) => ({
  id,
  name: id,
  priceCents: 1,
  durationMinutes,
  bufferMinutes,
  description: '',
  category: '',
  reasons: [],
  online: true,
})

export const doctor = (id: string, treatmentIds: string[], more: Partial<DoctorRule> = {}): DoctorRule => ({
  id,
  name: id,
  ...{ img: '', specialty: '', languages: '', sentence: '' },
  treatmentIds: new Set(treatmentIds),
  week: undefined,
  weekB: undefined,
  absences: [],
  lastDay: null,
  ...more,
})

/** Returns a block of everyone, on each day from 2026 on if not otherwise said. */
export const block = (from: number, until: number, more: Partial<Block> = {}): Block => ({
  ...{ id: 'block', doctorId: null, chairId: null, chairName: null, reason: 'Meeting', from, until },
  ...{ firstDay: '2026-01-01', lastDay: null, weekdays: [1, 2, 3, 4, 5, 6, 7] },
  ...more,
})

/** Returns the default clinic with other rules. */
export const clinic = (more: Partial<Rules> = {}): Rules => ({
  version: 1,
  clinic: clinicData,
  timeZone: 'America/New_York',
  policy,
  week: morningAndAfternoon,
  days: new Map(),
  treatments: [treatment('cleaning')],
  doctors: [],
  chairs: [],
  chairTreatments: new Map(),
  blocks: [],
  ...more,
})
