import { expect, it } from 'vitest'
import { clinic, doctor } from '#server/testing/calendar/clinic.ts'
import { offeredIn } from './offer.ts'

const week = { from: '2026-05-04', to: '2026-05-10' } as const

it('adds up the hours of each dentist, without absences and closed days', () => {
  const rules = clinic({
    doctors: [
      doctor('ida', ['cleaning'], { absences: [{ firstDay: '2026-05-05', lastDay: '2026-05-06' }] }),
      doctor('oskar', ['cleaning'], { week: new Map([[1, [{ from: 465, until: 570 }]]]) }),
    ],
    days: new Map([['2026-05-07', { note: 'Holiday', periods: [] }]]),
  })
  const { byDentist, byHour } = offeredIn(rules, week)
  // Ida works eight hours on four days. Oskar begins when the clinic opens, at 8.
  expect(Object.fromEntries(byDentist)).toEqual({ ida: 4 * 480, oskar: 90 })
  expect([byHour.get('1-08'), byHour.get('1-09'), byHour.get('1-12')]).toEqual([120, 90, undefined])
  expect([byHour.get('2-08'), byHour.get('4-08'), byHour.get('5-08')]).toEqual([undefined, undefined, 60])
})

it('offers the opening hours of a clinic without dentists', () => {
  expect(Object.fromEntries(offeredIn(clinic(), week).byDentist)).toEqual({ '': 7 * 480 })
})
