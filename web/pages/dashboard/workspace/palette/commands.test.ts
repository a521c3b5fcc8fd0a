import { expect, test } from 'vitest'
import type { Role } from '#contract/access/roles.ts'
import { commandsFor } from './commands.ts'

const weber = { _id: 'w', name: 'Dr. Lena Weber' }
const doctors = [{ _id: 'c', name: 'Dr. Ben Carter' }, weber]

const find = (typed: string, role: Role = 'admin') =>
  commandsFor(typed, { actor: { email: 'a@example.com', role }, today: '2026-11-30', isUs: true, doctors })
const labels = (typed: string, role?: Role) => find(typed, role).first.map(({ label }) => label)

test('a page is found by its name, and by other words for it', () => {
  expect(labels('close the day')).toEqual(['Close the day'])
  expect(labels('smtp')).toEqual(['Outside services'])
  expect(labels('import')).toEqual(['Import patients'])
})

test('a day leads to its appointments, and to what can be done on it', () => {
  expect(find('fri').first.map(({ to }) => to)).toEqual([
    '/dashboard/day?date=2026-12-04',
    '/dashboard/day?date=2026-12-04&do=new',
    '/dashboard/day?date=2026-12-04&do=block',
  ])
})

test('a sentence names a dentist, a day and what to do', () => {
  expect(find('block Dr. Weber tomorrow').first).toMatchObject([
    {
      label: 'Block a time of Dr. Lena Weber on Tuesday, Dec 1',
      to: '/dashboard/day?date=2026-12-01&doctor=w&do=block',
    },
  ])
  expect(find('block weber tomorrow 2-3 pm').first[0]?.to).toBe(
    '/dashboard/day?date=2026-12-01&doctor=w&from=840&until=900&do=block',
  )
  expect(labels('close online booking')).toEqual(['Close or open online booking'])
  expect(labels('weber sick')).toEqual(['Dr. Lena Weber is away'])
  expect(find('weber away today').first[0]?.to).toBe('/dashboard/manageDoctor/w?date=2026-11-30&do=absence')
})

test('a dentist’s name alone comes after the patients of that name', () => {
  expect(find('weber').first).toEqual([])
  expect(find('weber').last.map(({ label }) => label)).toContain('Week of Dr. Lena Weber')
})

test('a name of nobody who works here finds nothing', () => {
  expect(find('zoe nunez')).toEqual({ first: [], last: [] })
})

test('a role finds what it may do', () => {
  expect(labels('', 'accountant')).not.toContain('New appointment')
  expect(labels('block', 'accountant')).toEqual([])
  expect(labels('users', 'receptionist')).toEqual([])
})
