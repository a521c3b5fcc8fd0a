import type { Policy } from '#contract/calendar/policy.ts'
import { formatCount } from '#contract/kit/text/count.ts'
import { currencyName } from '#web/money.ts'

/** The clinic's numbers, without the list of further reminders and what is switched on or off. */
export type PolicyNumbers = Omit<Policy, 'moreReminderHours' | 'fillGaps' | 'onlineBooking'>

/** What the clinic does if it fills gaps. */
export const fillGapsInWords =
  'They also begin where another ends, or end where one begins. Patients are offered the times that leave no gap in which nothing fits, at most a dozen in a part of the day.'

/** The clinic's numbers, each as a sentence around it. */
export const sentences: [name: keyof PolicyNumbers, before: string, unit: string][] = [
  ['gridMinutes', 'Appointments begin every', 'minutes.'],
  ['noticeMinutes', 'Patients book at least', 'minutes ahead.'],
  ['horizonDays', 'Patients book at most', 'days ahead.'],
  ['maxUpcoming', 'A patient has at most', 'upcoming appointments.'],
  ['freeCancelHours', 'Patients cancel free of charge until', 'hours before.'],
  ['graceMinutes', 'After booking, they also have', 'minutes to cancel it free of charge.'],
  ['reminderHours', 'Patients are reminded', 'hours before.'],
  ['deskRefundDollars', 'Receptionists give back at most', `${currencyName} of an appointment.`],
  ['noShowFeeDollars', 'Whoever does not come owes', `${currencyName}.`],
]

/** Returns the clinic's rules in sentences. */
export function rulesInWords(policy: Policy): string[] {
  const closed = policy.onlineBooking ? [] : ['Online booking is closed.']
  const rules = sentences.flatMap(([name, before, unit]) => {
    if (name === 'noticeMinutes' && policy[name] === 0) return 'Patients book until a time begins.'
    const numbers = name === 'reminderHours' ? [policy[name], ...policy.moreReminderHours] : [policy[name]]
    const inOrder = numbers.toSorted((a, b) => b - a).map(formatCount)
    const sentence = `${before} ${list.format(inOrder)} ${unit}`
    return name === 'gridMinutes' && policy.fillGaps ? [sentence, fillGapsInWords] : [sentence]
  })
  return [...closed, ...rules]
}

const list = new Intl.ListFormat('en-US')
