import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useWatch } from 'react-hook-form'
import { useNavigate } from 'react-router'
import { z } from 'zod/mini'
import { type DeskMethod, deskMethods } from '#contract/desk/payment.ts'
import type { Till } from '#contract/desk/till.ts'
import { textOrEmpty } from '#contract/kit/text/plain-text.ts'
import { parseMediumDate } from '#contract/kit/time/clinic-date.ts'
import { pages } from '#contract/site/pages.ts'
import { refreshDesk } from '#web/api/desk/day.ts'
import { postClose } from '#web/api/desk/till.ts'
import { ApiError } from '#web/api/http/errors.ts'
import { dateInText } from '#web/dates.ts'
import { formatDollars } from '#web/money.ts'
import { anyAmount, optionalAmount, toAmount } from '#web/ui/form/amount.ts'
import { BusyButton } from '#web/ui/form/BusyButton.tsx'
import { Field } from '#web/ui/form/Field.tsx'
import { useServerForm } from '#web/ui/form/use-server-form.ts'
import { useToast } from '#web/ui/message/use-toast.ts'
import { SumTable } from './SumTable.tsx'
import { differenceInWords, methodNames, subtract } from './sums.ts'

const fields = z.object({
  ...{ cash: optionalAmount, terminal: optionalAmount, transfer: optionalAmount, insurer: optionalAmount },
  note: textOrEmpty(200),
})
const empty = { cash: '', terminal: '', transfer: '', insurer: '', note: '' }

/** Closes the open days of the till with what was counted. */
export function CloseForm({ admin, till }: { admin: string; till: Till }) {
  const client = useQueryClient()
  const toast = useToast()
  const navigate = useNavigate()
  // The first press asks, the second one closes.
  const [isAsked, setAsked] = useState(false)
  const expected = Object.fromEntries(till.methods.map(({ method, expected }) => [method, expected]))
  const { form, field, control } = useServerForm(fields, empty, async ({ note, ...typed }) => {
    if (!isAsked) return setAsked(true)
    const counted = Object.fromEntries(
      deskMethods.flatMap((method) => (typed[method].trim() === '' ? [] : [[method, toAmount(typed[method])]])),
    )
    const seen = Object.fromEntries(deskMethods.map((method) => [method, expected[method] ?? 0]))
    try {
      await postClose(admin, { date: till.date, expected: seen, counted, note })
    } catch (error) {
      setAsked(false)
      if (error instanceof ApiError && error.problem.status === 409) await refreshDesk(client, admin)
      throw error
    }
    toast('success', `The till is closed through ${dateInText(till.date)}`)
    await refreshDesk(client, admin)
    await navigate(`${pages.till}?date=${parseMediumDate(till.date)}`)
  })
  const typed = useWatch({ control })
  const differenceFor = (method: DeskMethod) => {
    const text = typed[method] ?? ''
    return anyAmount.safeParse(text).success ? subtract(toAmount(text), expected[method] ?? 0) : undefined
  }
  const difference = deskMethods.reduce((sum, method) => sum + Math.round((differenceFor(method) ?? 0) * 100), 0) / 100
  const isFilled = deskMethods.some((method) => differenceFor(method) !== undefined)
  return (
    <form noValidate onSubmit={form.onSubmit} onChange={() => setAsked(false)}>
      <SumTable
        till={till}
        counted={({ method }) => <Counted method={method as DeskMethod} {...field(method as DeskMethod)} />}
        difference={({ method }) => {
          const dollars = differenceFor(method as DeskMethod)
          return (
            <span className={dollars ? 'font-medium text-error' : ''}>
              {dollars === undefined ? '–' : formatDollars(dollars)}
            </span>
          )
        }}
      />
      <p className="mt-2 text-quiet text-sm print:hidden">
        Count cash without the change that stays in the till. What you leave empty counts as expected.
      </p>
      <p role="status" className={`mt-4 min-h-6 font-medium ${difference === 0 ? '' : 'text-error'}`}>
        {isFilled && differenceInWords(difference)}
      </p>
      <div className="mt-2 max-w-xl print:hidden">
        <Field label="Note" hint="Needed if the sums differ." autoComplete="off" {...field('note')} />
      </div>
      <p role="alert" className="mt-3 text-error text-sm empty:hidden">
        {form.error}
      </p>
      {isAsked && (
        <p className="mt-3 max-w-text font-medium print:hidden" role="status">
          Payments through {dateInText(till.date)} can’t be voided afterwards. Press again to close.
        </p>
      )}
      <BusyButton type="submit" busy={form.busy} className="btn btn-action mt-4 px-8 print:hidden">
        {isAsked ? 'Yes, close the day' : 'Close the day'}
      </BusyButton>
    </form>
  )
}

interface CountedProps extends ReturnType<ReturnType<typeof useServerForm<z.infer<typeof fields>>>['field']> {
  method: DeskMethod
}

function Counted({ method, error, ...input }: CountedProps) {
  return (
    <>
      <input
        {...input}
        aria-label={`${methodNames[method]}, counted`}
        aria-invalid={error !== undefined}
        inputMode="decimal"
        autoComplete="off"
        className="input field w-20 px-2 text-right sm:w-28 tabular-nums"
      />
      {error && <span className="block text-error text-sm">{error}</span>}
    </>
  )
}
