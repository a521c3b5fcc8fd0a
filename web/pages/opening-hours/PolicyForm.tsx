import { type ComponentProps, Fragment } from 'react'
import { useWatch } from 'react-hook-form'
import { z } from 'zod/mini'
import type { Calendar } from '#contract/calendar/calendar.ts'
import { toFormError } from '#web/ui/calendar/form-error.ts'
import { GridAdvice } from '#web/ui/calendar/GridAdvice.tsx'
import type { ChangeRules } from '#web/ui/calendar/use-rule-change.tsx'
import { toAmount, wholeAmount } from '#web/ui/form/amount.ts'
import { ServerForm } from '#web/ui/form/ServerForm.tsx'
import { useServerForm } from '#web/ui/form/use-server-form.ts'
import { MoreReminders, toMoreErrors, toMoreFields, toMoreHours } from './MoreReminders.tsx'
import { fillGapsInWords, type PolicyNumbers, sentences } from './policy-sentences.ts'
import { Sentence } from './Sentence.tsx'

const wholeNumber = z.string().check(z.trim(), z.regex(/^\d{1,5}$/, 'A whole number is needed'))
const optionalNumber = z.string().check(z.trim(), z.regex(/^\d{0,5}$/, 'A whole number is needed'))
const typedPolicy = z.object({
  gridMinutes: wholeNumber,
  fillGaps: z.boolean(),
  noticeMinutes: wholeNumber,
  horizonDays: wholeNumber,
  maxUpcoming: wholeNumber,
  freeCancelHours: wholeNumber,
  graceMinutes: wholeNumber,
  reminderHours: wholeNumber,
  deskRefundDollars: wholeAmount,
  noShowFeeDollars: wholeAmount,
  ...{ more0: optionalNumber, more1: optionalNumber, more2: optionalNumber },
})

interface PolicyFormProps {
  calendar: Pick<Calendar, 'policy' | 'week' | 'treatments'>
  /** The grid that is typed at first, if not the clinic's own. */
  grid: string | null
  change: ChangeRules
}

/** Edits the clinic's numbers. */
export function PolicyForm({ calendar: { policy, week, treatments }, grid, change }: PolicyFormProps) {
  const first = {
    ...{ ...mapNumbers(policy, String), ...(grid !== null && { gridMinutes: grid }) },
    ...{ ...toMoreFields(policy.moreReminderHours), fillGaps: policy.fillGaps },
  }
  const { form, field, control, setValue, getValues, clearErrors } = useServerForm(
    typedPolicy,
    first,
    async (typed) => {
      await change(
        {
          kind: 'set-policy',
          policy: {
            ...{ ...mapNumbers(typed, Number), ...amountsOf(typed) },
            ...{ fillGaps: typed.fillGaps, moreReminderHours: toMoreHours(typed) },
          },
        },
        { question: 'Change the booking rules?', action: 'Change', done: 'The booking rules are changed' },
      ).catch((error) => {
        throw toMoreErrors(toFormError(error, 'change.policy'), typed)
      })
    },
  )
  const [typedGrid, fillGaps] = useWatch({ control, name: ['gridMinutes', 'fillGaps'] })
  const offered = treatments.filter(({ retired }) => !retired)
  return (
    <ServerForm {...form} submit="Save" submitClass="mt-2 justify-self-start px-8" className="mt-4 gap-3">
      {sentences.map(([name, before, unit]) => (
        <Fragment key={name}>
          <Sentence before={before} unit={unit} {...field(name)} />
          {name === 'gridMinutes' && (
            <>
              <FillGaps {...field('fillGaps')} />
              {!fillGaps && (
                <GridAdvice
                  {...{ week, gridMinutes: Number(typedGrid), about: offered }}
                  action={(better) => (
                    <button
                      type="button"
                      className="btn btn-line"
                      onClick={() => setValue('gridMinutes', String(better), { shouldDirty: true })}
                    >
                      Use {better} minutes
                    </button>
                  )}
                />
              )}
            </>
          )}
          {name === 'reminderHours' && (
            <MoreReminders
              first={policy.moreReminderHours.length}
              {...{ field, getValues, clearErrors }}
              setValue={(name, value) => setValue(name, value, { shouldDirty: true })}
            />
          )}
        </Fragment>
      ))}
    </ServerForm>
  )
}

function FillGaps({ error: _, ...checkbox }: ComponentProps<'input'> & { error: string | undefined }) {
  return (
    <label className="flex items-start gap-2">
      <input {...checkbox} type="checkbox" className="checkbox shrink-0" />
      {fillGapsInWords}
    </label>
  )
}

const amountsOf = ({ deskRefundDollars, noShowFeeDollars }: z.infer<typeof typedPolicy>) => ({
  deskRefundDollars: toAmount(deskRefundDollars),
  noShowFeeDollars: toAmount(noShowFeeDollars),
})

function mapNumbers<From, To>(
  numbers: Record<keyof PolicyNumbers, From>,
  convert: (value: From) => To,
): Record<keyof PolicyNumbers, To> {
  return {
    gridMinutes: convert(numbers.gridMinutes),
    noticeMinutes: convert(numbers.noticeMinutes),
    horizonDays: convert(numbers.horizonDays),
    maxUpcoming: convert(numbers.maxUpcoming),
    freeCancelHours: convert(numbers.freeCancelHours),
    graceMinutes: convert(numbers.graceMinutes),
    reminderHours: convert(numbers.reminderHours),
    deskRefundDollars: convert(numbers.deskRefundDollars),
    noShowFeeDollars: convert(numbers.noShowFeeDollars),
  }
}
