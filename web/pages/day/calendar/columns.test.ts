import { expect, test } from 'vitest'
import type { DeskAppointment, DeskDay } from '#contract/desk/day.ts'
import { formatSlot } from '#contract/kit/time/slot.ts'
import { toGrid } from './columns.ts'

let ids = 0
function appointment(from: number, until: number, more: Partial<DeskAppointment> = {}): DeskAppointment {
  ids += 1
  const time = '2026-05-04T12:00:00.000Z'
  return {
    ...{ _id: String(ids), patient: 'ann@example.org', patientName: 'Ann', phone: '', treatmentId: '1' },
    ...{ treatment: 'Teeth Cleaning', date: 'May 4, 2026', slot: formatSlot(from, until), status: 'booked' },
    ...{ startsAt: time, endsAt: time, busyUntil: time, paid: false, price: 59, refunding: 0, refunded: 0 },
    ...{ note: '', overridden: false, sequence: 0, reach: { by: 'email', to: 'ann@example.org' }, ...more },
  }
}
const hours = [{ from: 480, until: 720 }]
const ida = { _id: 'ida', name: 'Ida', hours, absent: false }
const day = (appointments: DeskAppointment[], more: Partial<DeskDay> = {}): DeskDay => ({
  ...{ date: 'May 4, 2026', hours, note: '', gridMinutes: 30, doctors: [ida], blocks: [], appointments, ...more },
})
const lanes = (appointments: DeskAppointment[], minMinutes = 0) =>
  toGrid(day(appointments.map((each) => ({ ...each, doctorId: 'ida' }))), minMinutes).columns[0]?.placed.map(
    ({ lane, lanes }) => `${lane} of ${lanes}`,
  )

test('appointments one after another have the whole width', () => {
  expect(lanes([appointment(480, 510), appointment(510, 540)])).toEqual(['0 of 1', '0 of 1'])
})

test('those that overlap share it, also where placed are higher than their time', () => {
  expect(lanes([appointment(480, 600), appointment(500, 530), appointment(530, 560), appointment(600, 630)])).toEqual([
    '0 of 2',
    '1 of 2',
    '1 of 2',
    '0 of 1',
  ])
  expect(lanes([appointment(480, 485), appointment(485, 490)], 15)).toEqual(['0 of 2', '1 of 2'])
})

test('appointments without a dentist, and of one who left, have columns of their own', () => {
  const { columns } = toGrid(day([appointment(480, 510), appointment(480, 510, { doctorId: 'eva', doctor: 'Eva' })]), 0)
  expect(columns.map(({ name, doctorId, placed }) => [name, doctorId, placed.length])).toEqual([
    ['Ida', 'ida', 0],
    ['Eva (left)', undefined, 1],
    ['No dentist', undefined, 1],
  ])
})

test('dentists who are away have a column only while they have appointments', () => {
  const away = { ...ida, hours: [], absent: true }
  expect(toGrid(day([], { doctors: [away] }), 0)).toMatchObject({ away: ['Ida (absent)'], columns: [{ key: 'none' }] })
  const { columns } = toGrid(day([appointment(480, 510, { doctorId: 'ida' })], { doctors: [away] }), 0)
  expect(columns.map(({ name }) => name)).toEqual(['Ida'])
})

test('cancelled appointments are left out', () => {
  expect(lanes([appointment(480, 510, { status: 'cancelled' })])).toEqual([])
})

test('the hours shown contain the clinic’s hours and all appointments', () => {
  expect(toGrid(day([appointment(1_070, 1_090)]), 0)).toMatchObject({ from: 480, until: 1_140 })
  expect(toGrid(day([], { hours: [], doctors: [] }), 0)).toMatchObject({ from: 480, until: 1_020 })
})

test('by chair each chair has a column, with its blocks and those of everyone, and so have appointments without one', () => {
  const block = { _id: 'b', from: 480, until: 510, reason: 'Repair' }
  const blocks = [{ ...block, chair: 'Garden' }, { ...block, doctorId: 'ida' }, block]
  const all = [appointment(480, 510, { chair: 'Window' }), appointment(480, 510)]
  const { columns } = toGrid(day(all, { blocks }), 0, ['Garden', 'Window'])
  expect(columns.map(({ name, placed, blocks }) => [name, placed.length, blocks.length])).toEqual([
    ['Garden', 0, 2],
    ['Window', 1, 1],
    ['No chair', 1, 1],
  ])
})
