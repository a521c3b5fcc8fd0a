import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { IsoDate } from '#contract/kit/time/clinic-date.ts'
import { dayClock } from '#server/calendar/rules/day-clock.ts'
import type { Period, Rules } from '#server/calendar/rules/rules.ts'
import { lostTimes } from '#server/calendar-change/lost-times.ts'
import { type Appointment, misfitOf } from '#server/calendar-change/misfit.ts'
import { block, clinic, doctor, everyDay } from '#server/testing/calendar/clinic.ts'

const timeZone = 'America/New_York'
// The clocks change on two of them.
const [date, second]: [IsoDate, IsoDate] = ['2026-03-07', '2026-03-08']
const dates: IsoDate[] = [date, second, '2026-11-01', '2026-03-10']
const open = (...periods: [number, number][]) =>
  clinic({ week: everyDay(periods.map(([from, until]) => ({ from, until }))) })

/** Returns the lost times of a day in minutes after midnight. */
const lost = (before: Rules, after: Rules) => {
  const { minutesOf } = dayClock(date, timeZone)
  return lostTimes(before, after, [date]).map(({ from, until }) => [minutesOf(from), minutesOf(until)])
}

it.each<[string, Rules, Rules, number[][]]>([
  ['the day begins and ends as before', open([480, 1_020]), open([480, 1_020]), []],
  ['it is longer', open([480, 720], [780, 1_020]), open([420, 1_080]), []],
  ['it ends earlier', open([480, 1_020]), open([480, 990]), [[990, 1_020]]],
  ['it has a break', open([480, 1_020]), open([480, 720], [780, 1_020]), [[720, 780]]],
  ['its halves meet', open([480, 1_020]), open([480, 720], [720, 1_020]), [[720, 720]]],
  [
    'it is closed',
    open([480, 720], [780, 1_020]),
    open(),
    [
      [480, 720],
      [780, 1_020],
    ],
  ],
])('lost if %s', (_case, before, after, expected) => expect(lost(before, after)).toEqual(expected))

it('an absence takes away the doctor’s hours, and a change of treatments or chairs the whole day', () => {
  const working = (...treatments: string[]) =>
    doctor('ann', treatments, { week: everyDay([{ from: 600, until: 660 }]) })
  const before = clinic({ doctors: [working('cleaning')] })
  const absent = { ...working('cleaning'), absences: [{ firstDay: date, lastDay: date }] }
  expect(lost(before, clinic({ doctors: [absent] }))).toEqual([[600, 660]])
  expect(lost(before, clinic({ doctors: [working('surgery')] }))).toEqual([[0, 1_440]])
  expect(lost(before, clinic({ doctors: [working('cleaning')], chairs: ['one'] }))).toEqual([[0, 1_440]])
})

it('takes away the hours of weeks B only in these weeks', () => {
  const working = (until: number) =>
    doctor('ann', ['cleaning'], {
      week: everyDay([{ from: 600, until: 660 }]),
      weekB: everyDay([{ from: 600, until }]),
    })
  const [before, after] = [clinic({ doctors: [working(660)] }), clinic({ doctors: [working(630)] })]
  expect(lost(before, after)).toEqual([[630, 660]])
  expect(lostTimes(before, after, ['2026-03-10'])).toEqual([])
})

it('a block takes away its part of the day, a chair’s also', () => {
  const before = clinic({ doctors: [doctor('ann', ['cleaning'])], chairs: ['one', 'two'] })
  const after = (whose: object) => ({ ...before, blocks: [block(600, 660, whose)] })
  for (const whose of [{}, { doctorId: 'ann' }, { chairId: 'one' }])
    expect(lost(before, after(whose))).toEqual([[600, 660]])
  expect(lost(after({}), before)).toEqual([])
})

const anyPeriods = fc.uniqueArray(fc.integer({ min: 0, max: 12 }), { minLength: 0, maxLength: 6 }).chain((edges) =>
  fc.boolean().map((meeting): Period[] => {
    const sorted = edges.toSorted((a, b) => a - b).map((edge) => edge * 30)
    const all = sorted.slice(1).map((until, at) => ({ from: sorted[at] ?? 0, until }))
    return meeting ? all : all.filter((_period, at) => at % 2 === 0)
  }),
)
const anyDoctor = fc
  .tuple(fc.option(anyPeriods), fc.option(anyPeriods), fc.boolean(), fc.boolean())
  .map(([periods, other, isAbsent, isSurgeon]) =>
    doctor('ann', isSurgeon ? ['surgery'] : ['cleaning'], {
      week: periods ? everyDay(periods) : undefined,
      weekB: periods && other ? everyDay(other) : undefined,
      absences: isAbsent ? [{ firstDay: date, lastDay: date }] : [],
    }),
  )
const anyBlock = fc
  .tuple(fc.nat(11), fc.integer({ min: 1, max: 6 }), fc.constantFrom({}, { doctorId: 'ann' }, { chairId: 'one' }))
  .map(([from, length, whose]) => block(from * 30, (from + length) * 30, whose))
const anyRules = fc
  .tuple(
    anyPeriods,
    fc.option(anyPeriods),
    fc.option(anyDoctor),
    fc.constantFrom<string[]>([], ['one'], ['one', 'two']),
    fc.option(fc.subarray(['cleaning', 'surgery'], { minLength: 1 })),
    fc.array(anyBlock, { maxLength: 2 }),
  )
  .map(([periods, own, ann, chairs, ofOne, blocks]) =>
    clinic({
      week: everyDay(periods),
      days: new Map(own ? [[second, { note: '', periods: own }]] : []),
      doctors: ann ? [ann] : [],
      chairs,
      chairTreatments: new Map(ofOne ? [['one', new Set(ofOne)]] : []),
      blocks,
    }),
  )
const anyAppointment = fc
  .record({
    date: fc.constantFrom(...dates),
    start: fc.integer({ min: 0, max: 24 }),
    length: fc.integer({ min: 1, max: 8 }),
    doctorId: fc.constantFrom(null, 'ann'),
    chairId: fc.constantFrom(null, 'one', 'two'),
  })
  .map(({ start, length, ...more }): Appointment => {
    const { instantOf } = dayClock(more.date, timeZone)
    const [startsAt, endsAt] = [instantOf(start * 15), instantOf((start + length) * 15)]
    return { id: 'a', treatmentId: 'cleaning', startsAt, endsAt, busyUntil: endsAt, ...more }
  })

it('every appointment that no longer fits touches a lost time', () => {
  let misfits = 0
  fc.assert(
    fc.property(anyRules, anyRules, fc.array(anyAppointment, { minLength: 20 }), (before, after, appointments) => {
      const times = lostTimes(before, after, dates)
      for (const appointment of appointments) {
        if (misfitOf(before, appointment) || !misfitOf(after, appointment)) continue
        misfits += 1
        const isTouched = ({ date, from, until }: (typeof times)[number]) =>
          date === appointment.date && appointment.startsAt < until && from < appointment.endsAt
        expect(times.some(isTouched)).toBe(true)
      }
    }),
    { numRuns: 500 },
  )
  expect(misfits).toBeGreaterThan(500)
})
