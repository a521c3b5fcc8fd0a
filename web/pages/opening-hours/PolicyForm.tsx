import { z } from 'zod/mini'
import type { Policy } from '#contract/calendar/change.ts'
import type { ChangeRules } from '#web/ui/calendar/change.ts'
import { toFormError } from '#web/ui/calendar/form-error.ts'
import { Field } from '#web/ui/form/Field.tsx'
import { ServerForm } from '#web/ui/form/ServerForm.tsx'
import { useServerForm } from '#web/ui/form/use-server-form.ts'

const wholeNumber = z.string().check(z.trim(), z.regex(/^\d{1,5}$/, 'A whole number is needed'))
const typedPolicy = z.object({
  gridMinutes: wholeNumber,
  noticeMinutes: wholeNumber,
  horizonDays: wholeNumber,
  maxUpcoming: wholeNumber,
  freeCancelHours: wholeNumber,
  reminderHours: wholeNumber,
})
type TypedPolicy = z.infer<typeof typedPolicy>

const labels: [name: keyof TypedPolicy, label: string, hint: string][] = [
  ['gridMinutes', 'Appointments begin every … minutes', 'Counted from the start of the hours of a day.'],
  ['noticeMinutes', 'Patients book at least … minutes ahead', '0: until an appointment begins.'],
  ['horizonDays', 'Patients book at most … days ahead', 'From today on.'],
  ['maxUpcoming', 'A patient has at most … upcoming appointments', 'For more, patients call.'],
  ['freeCancelHours', 'Patients cancel free of charge until … hours before', 'Before the appointment begins.'],
  ['reminderHours', 'Patients are reminded … hours before', 'By email.'],
]

/** Edits the clinic's numbers. */
export function PolicyForm({ policy, change }: { policy: Policy; change: ChangeRules }) {
  const { form, field } = useServerForm(typedPolicy, mapNumbers(policy, String), async (typed) => {
    await change(
      { kind: 'set-policy', policy: mapNumbers(typed, Number) },
      { question: 'Change the booking rules?', action: 'Change', done: 'The booking rules are changed' },
    ).catch((error) => {
      throw toFormError(error, 'change.policy')
    })
  })
  return (
    <ServerForm {...form} submit="Save" submitClass="mt-1 justify-self-start px-8" className="mt-4 max-w-96 gap-4">
      {labels.map(([name, label, hint]) => (
        <Field key={name} label={label} hint={hint} inputMode="numeric" autoComplete="off" required {...field(name)} />
      ))}
    </ServerForm>
  )
}

function mapNumbers<From, To>(
  numbers: Record<keyof Policy, From>,
  convert: (value: From) => To,
): Record<keyof Policy, To> {
  return {
    gridMinutes: convert(numbers.gridMinutes),
    noticeMinutes: convert(numbers.noticeMinutes),
    horizonDays: convert(numbers.horizonDays),
    maxUpcoming: convert(numbers.maxUpcoming),
    freeCancelHours: convert(numbers.freeCancelHours),
    reminderHours: convert(numbers.reminderHours),
  }
}
