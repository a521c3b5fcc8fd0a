import { expect, it } from 'vitest'
import { us } from '#testbed/us.ts'
import { cancellationTerms } from './cancellation-terms.ts'

const clinic = { ...us, timeZone: 'America/New_York' }
const german = { language: 'de', country: 'DE', currency: 'EUR', timeZone: 'Europe/Berlin' }
// A Friday, 2:05 PM in New York.
const now = new Date('2026-11-27T19:05:00Z')
const terms = (cancelUntil: string, at: Date | undefined = now, where = clinic) =>
  cancellationTerms({ state: 'changeable', cancelUntil: new Date(cancelUntil) }, where, at)?.text

it.each([
  ['2026-11-27T19:35:00Z', 'You can cancel online until 2:35 PM today'],
  ['2026-11-28T13:00:00Z', 'You can cancel online until Sat 8:00 AM'],
  ['2026-11-30T13:00:00Z', 'You can cancel online until Mon 8:00 AM'],
  ['2026-12-03T13:00:00Z', 'You can cancel online until Thu 8:00 AM'],
  // The next Friday could be taken for today.
  ['2026-12-04T13:00:00Z', 'You can cancel online until Dec 4, 8:00 AM'],
  ['2027-03-24T12:00:00Z', 'You can cancel online until Mar 24, 8:00 AM'],
  // This November could be meant.
  ['2027-11-24T13:00:00Z', 'You can cancel online until Nov 24, 2027, 8:00 AM'],
  // It is Saturday in UTC.
  ['2026-11-28T03:00:00Z', 'You can cancel online until 10:00 PM today'],
])('a deadline at %s is: %s', (until, text) => expect(terms(until)).toBe(text))

it('an email names the date, because it is read later', () => {
  const cancelUntil = new Date('2026-11-30T13:00:00Z')
  expect(cancellationTerms({ state: 'changeable', cancelUntil }, clinic, undefined)).toEqual({
    text: 'You can cancel online until Monday, Nov 30, 8:00 AM',
  })
})

it('follows the clinic’s country', () => {
  expect(terms('2026-11-30T07:00:00Z', now, german)).toBe('You can cancel online until Mon 08:00')
  expect(terms('2026-12-24T07:00:00Z', now, german)).toBe('You can cancel online until 24 Dec, 08:00')
})

it.each([
  ['too-late', { text: 'Can’t be cancelled online, can be moved', call: '. To cancel it, call' }],
  ['begun', { text: 'Can’t be changed online', call: ': call' }],
  ['over', undefined],
  ['cancelled', undefined],
] as const)('%s', (state, said) => expect(cancellationTerms({ state }, clinic, now)).toEqual(said))
