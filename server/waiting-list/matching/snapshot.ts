import { z } from 'zod'
import type { IsoDate } from '#contract/kit/time/clinic-date.ts'
import type { Period, Rules, Week } from '#server/calendar/rules/rules.ts'

const period = z.object({ from: z.number(), until: z.number() })
const week = z.array(z.tuple([z.number(), z.array(period)]))
const date = z.custom<IsoDate>((value) => typeof value === 'string')
const block = period.extend({
  id: z.string(),
  doctorId: z.string().nullable(),
  chairId: z.string().nullable(),
  firstDay: date,
  lastDay: date.nullable(),
  weekdays: z.array(z.number()),
})
const snapshot = z.object({
  timeZone: z.string(),
  gridMinutes: z.number(),
  fillGaps: z.boolean().default(true),
  week,
  days: z.array(z.tuple([date, z.array(period)])),
  treatments: z.array(z.object({ id: z.string(), durationMinutes: z.number(), bufferMinutes: z.number() })),
  doctors: z.array(
    z.object({
      id: z.string(),
      treatmentIds: z.array(z.string()),
      week: week.nullable(),
      weekB: week.nullable().default(null),
      absences: z.array(z.object({ firstDay: date, lastDay: date })),
      lastDay: date.nullable().default(null),
    }),
  ),
  chairs: z.array(z.string()),
  chairTreatments: z.array(z.tuple([z.string(), z.array(z.string())])).default([]),
  blocks: z.array(block).default([]),
})

/** Returns what of the rules decides which times they offer, as JSON. */
export function toSnapshot(rules: Rules): z.infer<typeof snapshot> {
  return {
    timeZone: rules.timeZone,
    gridMinutes: rules.policy.gridMinutes,
    fillGaps: rules.policy.fillGaps,
    week: fromWeek(rules.week),
    days: [...rules.days].map(([day, { periods }]) => [day, [...periods]]),
    treatments: rules.treatments.map(({ id, durationMinutes, bufferMinutes }) => ({
      ...{ id, durationMinutes, bufferMinutes },
    })),
    doctors: rules.doctors.map((doctor) => ({
      id: doctor.id,
      treatmentIds: [...doctor.treatmentIds],
      week: doctor.week ? fromWeek(doctor.week) : null,
      weekB: doctor.weekB ? fromWeek(doctor.weekB) : null,
      absences: [...doctor.absences],
      lastDay: doctor.lastDay,
    })),
    chairs: [...rules.chairs],
    chairTreatments: [...rules.chairTreatments].map(([chair, treatments]) => [chair, [...treatments]]),
    blocks: rules.blocks.map(({ reason: _, chairName: __, weekdays, ...block }) => ({
      ...block,
      weekdays: [...weekdays],
    })),
  }
}

/** Returns `rules` as they were at a snapshot. Undefined if it is none, so that nothing is compared with it. */
export function fromSnapshot(json: unknown, rules: Rules): Rules | undefined {
  const found = snapshot.safeParse(json)
  if (!found.success) return undefined
  const { gridMinutes, fillGaps, days, treatments, doctors, blocks, chairTreatments, ...former } = found.data
  return {
    ...rules,
    ...former,
    policy: { ...rules.policy, gridMinutes, fillGaps },
    week: toWeek(former.week),
    chairTreatments: new Map(chairTreatments.map(([chair, ids]) => [chair, new Set(ids)])),
    days: new Map(days.map(([day, periods]) => [day, { note: '', periods }])),
    blocks: blocks.map((block) => ({ ...block, chairName: null, reason: '' })),
    treatments: treatments.map((treatment) => ({
      name: '',
      priceCents: 0,
      description: '',
      category: '',
      reasons: [],
      online: true,
      ...treatment,
    })),
    doctors: doctors.map((doctor) => ({
      ...{ id: doctor.id, name: '', specialty: '', img: '', languages: '', sentence: '', absences: doctor.absences },
      lastDay: doctor.lastDay,
      treatmentIds: new Set(doctor.treatmentIds),
      week: doctor.week ? toWeek(doctor.week) : undefined,
      weekB: doctor.weekB ? toWeek(doctor.weekB) : undefined,
    })),
  }
}

const fromWeek = (days: Week): [number, Period[]][] => [...days].map(([weekday, periods]) => [weekday, [...periods]])
const toWeek = (days: [number, Period[]][]): Week => new Map(days)
