import { policyNumbers } from './policy.ts'

/** The clinic's numbers in a request. Each reminder has a time of its own. Pages that only read the numbers load
 *  without this file. */
export const policyToSet = policyNumbers.check(({ value: { reminderHours, moreReminderHours }, issues }) => {
  const hours = [reminderHours, ...moreReminderHours]
  const at = hours.findIndex((each, place) => hours.indexOf(each) < place)
  const path = ['moreReminderHours', at - 1]
  if (at > 0) issues.push({ code: 'custom', message: 'Each reminder needs its own time', input: hours, path })
})
