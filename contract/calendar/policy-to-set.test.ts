import { describe, expect, it } from 'vitest'
import { policyToSet } from './policy-to-set.ts'

const rules = {
  ...{ gridMinutes: 30, noticeMinutes: 0, horizonDays: 365, maxUpcoming: 20, freeCancelHours: 24 },
  reminderHours: 24,
}

describe('further reminders', () => {
  it('are none unless they are named', () => {
    expect(policyToSet.parse(rules).moreReminderHours).toEqual([])
  })

  it('have times of their own', () => {
    expect(policyToSet.parse({ ...rules, moreReminderHours: [168, 48, 2] }).moreReminderHours).toEqual([168, 48, 2])
  })

  it.each([
    ['the time of the first', [2, 24], [1], 'Each reminder needs its own time'],
    ['the same time', [48, 2, 48], [2], 'Each reminder needs its own time'],
    ['no time', [0], [0], '1 to 336 hours'],
    ['more than two weeks', [48, 337], [1], '1 to 336 hours'],
    ['more than three', [1, 2, 3, 4], [], 'At most 3 further reminders'],
  ])('are refused with %s, and the field is named', (_what, moreReminderHours, at, message) => {
    const { error } = policyToSet.safeParse({ ...rules, moreReminderHours })
    expect(error?.issues).toMatchObject([{ path: ['moreReminderHours', ...at], message }])
  })
})
