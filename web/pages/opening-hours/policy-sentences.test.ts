import { expect, it } from 'vitest'
import type { Policy } from '#contract/calendar/policy.ts'
import { fillGapsInWords, rulesInWords } from './policy-sentences.ts'

const policy: Policy = {
  ...{
    gridMinutes: 30,
    fillGaps: true,
    noticeMinutes: 0,
    horizonDays: 365,
    maxUpcoming: 20,
    freeCancelHours: 24,
    graceMinutes: 30,
  },
  ...{ reminderHours: 24, moreReminderHours: [], deskRefundDollars: 50, noShowFeeDollars: 0, onlineBooking: true },
}

it.each([
  [[], 'Patients are reminded 24 hours before.'],
  [[2], 'Patients are reminded 24 and 2 hours before.'],
  [[2, 168, 48], 'Patients are reminded 168, 48, 24, and 2 hours before.'],
])('the further reminders %j are named with the first', (moreReminderHours, sentence) => {
  expect(rulesInWords({ ...policy, moreReminderHours })).toContain(sentence)
})

it('a clinic that fills no gaps does not say that it does', () => {
  expect(rulesInWords(policy)).toContain(fillGapsInWords)
  expect(rulesInWords({ ...policy, fillGaps: false })).not.toContain(fillGapsInWords)
})
