import { expect, test } from 'vitest'
import type { ChangeEffect } from '#contract/calendar/calendar.ts'
import { describeAppointments, describeCalls, describeMessages, isAffecting } from './effect-sentences.ts'

type Counts = {
  moved?: number
  attention?: number
  emailed?: number
  texted?: number
  called?: number
  reminded?: number
}

const effectOf = ({
  moved = 0,
  attention = 0,
  emailed = 0,
  texted = 0,
  called = 0,
  reminded = 0,
}: Counts): ChangeEffect => ({
  version: 1,
  moved: { count: moved, first: [] },
  attention: { count: attention, first: [] },
  patients: { emailed, texted, called: { count: called, first: [] }, reminded },
})

test.each<[Counts, string]>([
  [{}, 'No appointment is affected.'],
  [{ moved: 1 }, '1 appointment keeps its time with another dentist or chair.'],
  [{ moved: 157 }, '157 appointments keep their time with another dentist or chair.'],
  [{ attention: 1 }, '1 appointment no longer fits and will be listed under Needs attention:'],
  [
    { moved: 1_157, attention: 345 },
    '1,502 appointments are affected. 1,157 appointments keep their time with another dentist or chair. 345 appointments no longer fit and will be listed under Needs attention:',
  ],
])('says what happens to appointments: %o', (counts, text) => {
  expect(describeAppointments(effectOf(counts))).toBe(text)
})

test.each<[Counts, string]>([
  [{}, ''],
  [{ emailed: 1 }, '1 patient gets an email about a new dentist.'],
  [{ texted: 2 }, '2 patients get a text message about their new dentist.'],
  [{ emailed: 150 }, '150 patients get an email about their new dentist.'],
  [{ reminded: 2 }, '2 patients get a reminder now, which is otherwise left out.'],
])('says who gets an email: %o', (counts, text) => {
  expect(describeMessages(effectOf(counts))).toBe(text)
})

test.each<[number, string]>([
  [0, ''],
  [1, '1 patient gets no message. Please call about the new dentist:'],
  [2, '2 patients get no message. Please call them about their new dentist:'],
])('says whom to call: %i', (called, text) => {
  expect(describeCalls(effectOf({ called }))).toBe(text)
})

test('a change affects appointments or their patients', () => {
  expect([{}, { moved: 1 }, { attention: 1 }, { reminded: 1 }].map((counts) => isAffecting(effectOf(counts)))).toEqual([
    false,
    true,
    true,
    true,
  ])
})
