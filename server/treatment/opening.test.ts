import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addDays, type IsoDate } from '#contract/kit/time/clinic-date.ts'
import { slotStartMinutes } from '#contract/kit/time/slot.ts'
import { sampleTreatments } from '#server/database/seed.ts'
import { openSlots, slotStart, slotState } from './opening.ts'

const slots = sampleTreatments[0]?.slots ?? []
const zones = ['America/New_York', 'Europe/Copenhagen', 'Pacific/Chatham', 'Australia/Lord_Howe', 'Asia/Kolkata', 'UTC']
const anyZone = fc.constantFrom(...zones)
const anySlot = fc.constantFrom(...slots)
const anyDay = fc.integer({ min: 0, max: 3_650 }).map((n) => addDays('2024-01-01', n))
const second = 1_000

const within = (timeZone: string) => ({ timeZone, horizonDays: 365 })

function wallClock(instant: Date, timeZone: string) {
  const format = new Intl.DateTimeFormat('en-CA', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  })
  const part = Object.fromEntries(format.formatToParts(instant).map(({ type, value }) => [type, value]))
  return {
    day: `${part.year}-${part.month}-${part.day}`,
    minutes: Number(part.hour) * 60 + Number(part.minute),
  }
}

function expectLocalTime(day: IsoDate, slot: string, zone: string) {
  expect(wallClock(slotStart(day, slot, zone), zone)).toEqual({ day, minutes: slotStartMinutes(slot) })
}

describe('a slot begins at its local time', () => {
  it('on any day, in any zone', () => {
    fc.assert(fc.property(anyDay, anySlot, anyZone, expectLocalTime))
  })

  it.each([
    ['2026-03-08', 'America/New_York'],
    ['2026-11-01', 'America/New_York'],
    ['2026-03-29', 'Europe/Copenhagen'],
    ['2026-10-25', 'Europe/Copenhagen'],
    ['2026-04-05', 'Pacific/Chatham'],
    ['2026-09-27', 'Pacific/Chatham'],
    ['2026-01-31', 'America/New_York'],
    ['2026-02-28', 'America/New_York'],
    ['2026-12-31', 'Pacific/Chatham'],
    ['2027-01-01', 'Pacific/Chatham'],
  ] as [IsoDate, string][])('on %s in %s: a clock change, the turn of a month or of a year', (day, zone) => {
    for (const slot of slots) expectLocalTime(day, slot, zone)
  })

  it('an hour later in UTC after the clocks go back', () => {
    const slot = '08.00 AM - 08.30 AM'
    expect(slotStart('2026-10-31', slot, 'America/New_York').toISOString()).toBe('2026-10-31T12:00:00.000Z')
    expect(slotStart('2026-11-01', slot, 'America/New_York').toISOString()).toBe('2026-11-01T13:00:00.000Z')
  })
})

describe('a slot can be booked', () => {
  it('until it begins', () => {
    fc.assert(
      fc.property(anyDay, anySlot, anyZone, (day, slot, zone) => {
        const start = slotStart(day, slot, zone).getTime()
        expect(slotState(day, slot, new Date(start - second), within(zone))).toBe('open')
        expect(slotState(day, slot, new Date(start), within(zone))).toBe('slot-begun')
        expect(slotState(day, slot, new Date(start + second), within(zone))).toBe('slot-begun')
      }),
    )
  })

  it('never on a day that has passed', () => {
    expect(
      slotState('2026-11-20', '04.30 PM - 05.00 PM', new Date('2026-11-21T05:00:00Z'), within('America/New_York')),
    ).toBe('day-past')
  })

  it('up to the horizon, by the clinic’s calendar', () => {
    const lateEvening = new Date('2026-03-11T03:59:00Z')
    const state = (day: IsoDate) => slotState(day, '08.00 AM - 08.30 AM', lateEvening, within('America/New_York'))
    expect(state('2027-03-10')).toBe('open')
    expect(state('2027-03-11')).toBe('too-far-ahead')
    expect(openSlots(slots, '2027-03-11', lateEvening, within('America/New_York'))).toEqual([])
  })

  it('exactly if openSlots() returns it', () => {
    fc.assert(
      fc.property(anyDay, anyZone, fc.integer({ min: -36, max: 36 }), (day, zone, hours) => {
        const now = new Date(Date.parse(day) + hours * 3_600_000)
        const open = slots.filter((slot) => slotState(day, slot, now, within(zone)) === 'open')
        expect(openSlots(slots, day, now, within(zone))).toEqual(open)
      }),
    )
  })
})
