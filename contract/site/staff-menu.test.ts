import { expect, test } from 'vitest'
import { pageList } from './pages.ts'
import { staffMenuOf } from './staff-menu.ts'

const labelsOf = (role: Parameters<typeof staffMenuOf>[0]) =>
  Object.fromEntries(staffMenuOf(role).map(({ group, entries }) => [group, entries.map(({ label }) => label)]))

const mine = ['My Appointments', 'My Reviews', 'My History', 'My Account']

test('an admin’s menu has all entries of the specification, in groups', () => {
  expect(labelsOf('admin')).toEqual({
    desk: ['Today', 'Patients', 'Waiting list', 'Recalls', 'Needs attention'],
    money: ['Close the day', 'Reports'],
    clinic: [
      ...['Treatments', 'Manage Doctors', 'Add a Doctor', 'Opening Hours', 'Chairs', 'Messages', 'Clinic'],
      ...['Outside services', 'Staff', 'All Users', 'Activity', 'Ready to open'],
    ],
    mine,
  })
})

test('each role sees its groups only, and what it only reads by its own name', () => {
  expect(labelsOf('receptionist').clinic).toEqual(['Treatments', 'Doctors', 'Opening Hours', 'Chairs', 'Clinic'])
  expect(labelsOf('dentist')).toEqual({ desk: ['Today'], mine })
  expect(labelsOf('accountant').money).toEqual(['Close the day', 'Reports', 'Payments'])
  expect(labelsOf('accountant')).not.toHaveProperty('desk')
})

test('each entry of the staff’s menu has a group', () => {
  const withMenu = pageList.filter(({ audience, menu }) => audience === 'admins' && menu !== undefined)
  expect(withMenu.filter(({ group }) => group === undefined)).toEqual([])
})
