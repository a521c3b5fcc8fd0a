import { expect, it } from 'vitest'
import type { IsoDate } from '#contract/kit/time/clinic-date.ts'
import type { Rules } from '#server/calendar/rules/rules.ts'
import { block, clinic, doctor, policy, treatment } from '#server/testing/calendar/clinic.ts'
import { type Freed, freedByRules, isFreed } from './freed.ts'
import { fromSnapshot, toSnapshot } from './snapshot.ts'

const monday: IsoDate = '2026-05-04'
const tuesday: IsoDate = '2026-05-05'

/** What changes free, as `date from-until whom`, in the clinic's hours. */
const freedBy = (before: Partial<Rules>, after: Partial<Rules>) =>
  freedByRules(clinic(before), clinic(after), monday, tuesday).map(toText)
const toText = ({ date, from, until, doctorId, treatmentId }: Freed) =>
  `${date.slice(8)} ${hour(from)}-${hour(until)} ${doctorId ?? treatmentId}`
const hour = (instant: number) =>
  new Date(instant).toLocaleTimeString('en-GB', { timeZone: 'America/New_York', timeStyle: 'short' })

const closed = { days: new Map([[monday, { note: '', periods: [] }]]) }
const ida = doctor('ida', ['cleaning'])
const away = { absences: [{ firstDay: monday, lastDay: monday }] }

it.each<[string, Partial<Rules>, Partial<Rules>, string[]]>([
  ['a closed day opens', closed, {}, ['04 08:00-12:00 cleaning', '04 13:00-17:00 cleaning']],
  ['a day closes', {}, closed, []],
  [
    'longer hours',
    {},
    { days: new Map([[tuesday, { note: '', periods: [{ from: 480, until: 780 }] }]]) },
    ['05 12:00-13:00 cleaning'],
  ],
  [
    'an absence ends',
    { doctors: [{ ...ida, ...away }] },
    { doctors: [ida] },
    ['04 08:00-12:00 ida', '04 13:00-17:00 ida'],
  ],
  [
    'another dentist',
    { doctors: [ida] },
    { doctors: [ida, doctor('oskar', ['cleaning'], away)] },
    ['05 08:00-12:00 oskar', '05 13:00-17:00 oskar'],
  ],
  ['a block ends', { blocks: [block(540, 600)] }, {}, ['04 09:00-10:00 cleaning', '05 09:00-10:00 cleaning']],
  ['nothing changes', { doctors: [ida] }, { doctors: [ida], policy: { ...policy, freeCancelHours: 1 } }, []],
])('frees times: %s', (_what, before, after, expected) => {
  expect(freedBy(before, after)).toEqual(expected)
})

it('frees all times with another chair', () => {
  const freed = freedByRules(clinic({ chairs: ['a'] }), clinic({ chairs: ['a', 'b'] }), monday, monday)
  expect(freed.map(({ freesChair }) => freesChair)).toEqual([true, true])
  expect(freedByRules(clinic({ chairs: ['a', 'b'] }), clinic({ chairs: ['a'] }), monday, monday)).toEqual([])
})

it('frees the times at which a chair is no longer out of order', () => {
  const chairs = ['a', 'b']
  const outOfOrder = { chairs, blocks: [block(480, 540, { chairId: 'a' })] }
  const freed = freedByRules(clinic(outOfOrder), clinic({ chairs }), monday, monday)
  expect(freed.map((each) => [toText(each), each.freesChair])).toEqual([['04 08:00-09:00 cleaning', true]])
  expect(freedByRules(clinic({ chairs }), clinic(outOfOrder), monday, monday)).toEqual([])
})

it('keeps what plans depend on in a snapshot', () => {
  const rules = clinic({
    ...closed,
    doctors: [doctor('ida', ['cleaning'], { ...away, week: clinic().week })],
    treatments: [treatment('cleaning', 45, 10)],
    chairs: ['a'],
    blocks: [block(480, 540, { reason: '' })],
  })
  const restored = fromSnapshot(JSON.parse(JSON.stringify(toSnapshot(rules))), clinic())
  expect(restored && freedByRules(restored, rules, monday, tuesday)).toEqual([])
  expect(restored && freedByRules(rules, restored, monday, tuesday)).toEqual([])
  expect(fromSnapshot(null, rules)).toBeUndefined()
  expect(fromSnapshot({ week: 1 }, rules)).toBeUndefined()
})

it('finds the free times that a freed one has made possible', () => {
  const at = { from: 100, until: 200, date: monday, treatmentId: null, freesChair: false }
  const free = { date: monday, startsAt: 150, busyUntil: 250, doctors: ['ida'] }
  expect(isFreed('cleaning', free, [{ ...at, doctorId: 'ida' }])).toBe(true)
  expect(isFreed('cleaning', free, [{ ...at, doctorId: 'oskar' }])).toBe(false)
  expect(isFreed('cleaning', free, [{ ...at, doctorId: 'oskar', freesChair: true }])).toBe(true)
  expect(isFreed('cleaning', { ...free, startsAt: 200 }, [{ ...at, doctorId: 'ida' }])).toBe(false)
  expect(isFreed('cleaning', { ...free, date: tuesday }, [{ ...at, doctorId: 'ida' }])).toBe(false)
  expect(isFreed('cleaning', free, [{ ...at, doctorId: null, treatmentId: 'cleaning' }])).toBe(true)
  expect(isFreed('filling', free, [{ ...at, doctorId: null, treatmentId: 'cleaning' }])).toBe(false)
})
