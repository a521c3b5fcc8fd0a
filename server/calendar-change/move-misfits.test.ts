import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { IsoDate } from '#contract/kit/time/clinic-date.ts'
import { dayClock } from '#server/calendar/rules/day-clock.ts'
import type { Rules } from '#server/calendar/rules/rules.ts'
import type { Appointment } from '#server/calendar-change/misfit.ts'
import { listMisfits, refit } from '#server/calendar-change/move-misfits.ts'
import { clinic, doctor, everyDay, treatment } from '#server/testing/calendar/clinic.ts'

const date: IsoDate = '2026-03-10'
const { instantOf } = dayClock(date, 'America/New_York')

function at(id: string, from: number, until: number, more: Partial<Appointment> = {}): Appointment {
  const times = { startsAt: instantOf(from), endsAt: instantOf(until), busyUntil: instantOf(until) }
  return { id, treatmentId: 'cleaning', date, ...times, doctorId: null, chairId: null, ...more }
}
const away = { absences: [{ firstDay: date, lastDay: date }] } as const
const refitAll = (rules: Rules, appointments: Appointment[]) =>
  refit(rules, listMisfits(rules, appointments), appointments)
const reasons = (rules: Rules, appointments: Appointment[]) =>
  refitAll(rules, appointments).misfits.map(({ appointment, reason }) => [appointment.id, reason])

describe('after a change of the rules', () => {
  it('appointments that fit stay as they are', () => {
    const rules = clinic({ doctors: [doctor('ann', ['cleaning'])], chairs: ['one'] })
    const appointments = [at('a', 480, 510, { doctorId: 'ann', chairId: 'one' })]
    expect(refitAll(rules, appointments)).toEqual({ moves: [], misfits: [] })
    expect(refitAll(clinic(), [at('a', 480, 510)])).toEqual({ moves: [], misfits: [] })
  })

  it('reassigns the appointments of an absent doctor to a free one', () => {
    const doctors = [doctor('ann', ['cleaning'], away), doctor('ben', ['cleaning'])]
    const appointments = [
      at('first', 480, 510, { doctorId: 'ann' }),
      at('second', 600, 630, { doctorId: 'ann' }),
      at('bens', 600, 630, { doctorId: 'ben' }),
    ]
    expect(refitAll(clinic({ doctors }), appointments)).toMatchObject({
      moves: [{ id: 'first', doctorId: 'ben', chairId: null }],
      misfits: [{ appointment: { id: 'second' }, reason: 'doctor-not-there' }],
    })
  })

  it('spreads them over all who perform the treatment, the least busy first', () => {
    const others = ['ben', 'cho', 'dee', 'eve'].map((id) => doctor(id, ['cleaning']))
    const doctors = [doctor('ann', ['cleaning'], away), ...others]
    const sixteen = Array.from({ length: 16 }, (_, n) => at(`a${n}`, 480 + n * 30, 510 + n * 30, { doctorId: 'ann' }))
    const busy = at('bens', 900, 990, { doctorId: 'ben' })
    const { moves } = refitAll(clinic({ doctors }), [...sixteen.slice(0, 8), ...sixteen.slice(10), busy])
    const counts = Object.fromEntries(
      [...Map.groupBy(moves, ({ doctorId }) => doctorId)].map(([id, all]) => [id, all.length]),
    )
    expect(moves).toHaveLength(14)
    // Ben has three half hours less.
    expect(counts).toEqual({ ben: 1, cho: 5, dee: 4, eve: 4 })
  })

  it.each([
    ['the day is closed', { days: new Map([[date, { note: '', periods: [] }]]) }, 'clinic-closed'],
    ['the day closes earlier', { week: everyDay([{ from: 480, until: 495 }]) }, 'clinic-closed'],
    ['the doctor has left', { doctors: [doctor('ben', ['cleaning'], away)] }, 'doctor-left'],
    ['the doctor is away', { doctors: [doctor('ann', ['cleaning'], away)] }, 'doctor-not-there'],
    [
      'the doctor no longer performs it',
      { doctors: [doctor('ann', ['surgery']), doctor('ben', ['cleaning'], away)] },
      'not-performed',
    ],
  ])('an appointment needs attention if %s', (_case, more, reason) => {
    const rules = clinic({ doctors: [doctor('ann', ['cleaning'])], ...more })
    expect(reasons(rules, [at('a', 480, 510, { doctorId: 'ann' })])).toEqual([['a', reason]])
  })

  it('appointments without a doctor go to the first doctor of their treatment, and back when the last one leaves', () => {
    const appointment = at('a', 480, 510)
    expect(refitAll(clinic({ doctors: [doctor('ann', ['cleaning'])] }), [appointment]).moves).toEqual([
      { id: 'a', doctorId: 'ann', chairId: null },
    ])
    expect(refitAll(clinic(), [{ ...appointment, doctorId: 'ann' }]).moves).toEqual([
      { id: 'a', doctorId: null, chairId: null },
    ])
  })

  it('appointments get a chair once there are chairs, while there are enough', () => {
    const doctors = [doctor('ann', ['cleaning']), doctor('ben', ['cleaning'])]
    const appointments = [at('a', 480, 510, { doctorId: 'ann' }), at('b', 480, 510, { doctorId: 'ben' })]
    expect(refitAll(clinic({ doctors, chairs: ['one'] }), appointments)).toMatchObject({
      moves: [{ id: 'a', doctorId: 'ann', chairId: 'one' }],
      misfits: [{ appointment: { id: 'b' }, reason: 'no-chair' }],
    })
  })
})

describe('after chairs have become chairs for treatments', () => {
  const rules = (chairTreatments: [string, string[]][], more: Partial<Rules> = {}) =>
    clinic({
      chairs: ['one', 'two'],
      treatments: [treatment('cleaning'), treatment('surgery')],
      chairTreatments: new Map(chairTreatments.map(([id, ids]) => [id, new Set(ids)])),
      ...more,
    })
  const inOne = at('a', 480, 510, { chairId: 'one' })

  it('an appointment moves to a chair that is for its treatment', () => {
    expect(refitAll(rules([['one', ['surgery']]]), [inOne])).toEqual({
      moves: [{ id: 'a', doctorId: null, chairId: 'two' }],
      misfits: [],
    })
    expect(refitAll(rules([['one', ['surgery', 'cleaning']]]), [inOne])).toEqual({ moves: [], misfits: [] })
  })

  it('one needs attention if the only such chair is taken, or if there is none', () => {
    const other = at('b', 480, 510, { treatmentId: 'surgery', chairId: 'two' })
    expect(reasons(rules([['one', ['surgery']]]), [inOne, other])).toEqual([['a', 'no-chair']])
    const neither: [string, string[]][] = [
      ['one', ['surgery']],
      ['two', ['surgery']],
    ]
    expect(reasons(rules(neither), [inOne])).toEqual([['a', 'no-chair']])
  })
})

it.each([
  ['week A', '2026-03-10', 'B'],
  ['week B', '2026-03-17', 'A'],
] as const)('an appointment in %s, of %s, needs attention if its doctor works in weeks %s only', (_, day, works) => {
  const clock = dayClock(day, 'America/New_York')
  const times = { startsAt: clock.instantOf(480), endsAt: clock.instantOf(510), busyUntil: clock.instantOf(510) }
  const [week, none] = [everyDay([{ from: 480, until: 720 }]), everyDay([])]
  const [weekA, weekB] = works === 'A' ? [week, none] : [none, week]
  const ann = doctor('ann', ['cleaning'], { week: weekA, weekB })
  expect(reasons(clinic({ doctors: [ann] }), [{ ...at('a', 480, 510), ...times, date: day, doctorId: 'ann' }])).toEqual(
    [['a', 'doctor-not-there']],
  )
})

it('never gives two appointments one doctor or chair at a time, and moves none twice', () => {
  const anyAppointments = fc
    .array(fc.record({ start: fc.integer({ min: 32, max: 60 }), length: fc.integer({ min: 1, max: 6 }) }), {
      maxLength: 12,
    })
    .map((all) => {
      // Booked by one doctor in one chair, so they don't overlap.
      const apart = all.filter((one, i) =>
        all
          .slice(0, i)
          .every((other) => one.start + one.length <= other.start || other.start + other.length <= one.start),
      )
      return apart.map(({ start, length }, i) =>
        at(String(i), start * 15, (start + length) * 15, { doctorId: i % 2 ? 'ann' : 'ben', chairId: 'one' }),
      )
    })
  fc.assert(
    fc.property(anyAppointments, fc.boolean(), fc.boolean(), (appointments, annAway, twoChairs) => {
      const doctors = [doctor('ann', ['cleaning'], annAway ? away : {}), doctor('ben', ['cleaning']), doctor('cho', [])]
      const rules = clinic({
        doctors,
        chairs: twoChairs ? ['two', 'three'] : ['two'],
        treatments: [treatment('cleaning')],
      })
      const { moves, misfits } = refitAll(rules, appointments)
      expect(new Set(moves.map(({ id }) => id)).size).toBe(moves.length)
      const after = appointments.map((one) => ({ ...one, ...moves.find(({ id }) => id === one.id) }))
      const kept = after.filter(({ id }) => !misfits.some(({ appointment }) => appointment.id === id))
      for (const [i, one] of kept.entries())
        for (const other of kept.slice(i + 1)) {
          const apart = one.busyUntil <= other.startsAt || other.busyUntil <= one.startsAt
          expect(apart || (one.doctorId !== other.doctorId && one.chairId !== other.chairId)).toBe(true)
        }
    }),
    { numRuns: 300 },
  )
})
