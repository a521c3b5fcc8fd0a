import { useId, useRef, useState } from 'react'
import { z } from 'zod/mini'
import type { CalendarDoctor } from '#contract/calendar/calendar.ts'
import { dateInText, typedToMedium } from '#web/dates.ts'
import { useClinicToday } from '#web/ui/appointment/chosen-day.ts'
import { toFormError } from '#web/ui/calendar/form-error.ts'
import type { ChangeRules } from '#web/ui/calendar/use-rule-change.tsx'
import { useChange } from '#web/ui/change/use-change.ts'
import { FormDialog } from '#web/ui/dialog/FormDialog.tsx'
import { BusyButton } from '#web/ui/form/BusyButton.tsx'
import { Field } from '#web/ui/form/Field.tsx'
import { ServerForm } from '#web/ui/form/ServerForm.tsx'
import { useServerForm } from '#web/ui/form/use-server-form.ts'

interface LeavingProps {
  doctor: CalendarDoctor
  change: ChangeRules
}

/** The last day of a doctor who leaves the clinic. */
export function Leaving({ doctor: { _id: doctorId, name, lastDay }, change }: LeavingProps) {
  const heading = useId()
  const [isOpen, setOpen] = useState(false)
  const staying = useChange(
    () =>
      change(
        { kind: 'keep-doctor', doctorId },
        { question: `Does ${name} stay?`, action: 'Stay', done: `${name} stays` },
      ),
    { failsInToast: true },
  )
  return (
    <section aria-labelledby={heading} className="rounded-box border border-base-300 bg-card p-5 sm:p-8">
      <h2 id={heading} className="text-xl">
        Leaving
      </h2>
      <p className="mt-2 max-w-text text-quiet">
        {lastDay
          ? `The last day of ${name} is ${dateInText(lastDay)}. Patients can book until then.`
          : `Say when ${name} leaves, and patients can book until then.`}
      </p>
      <div className="mt-4 flex flex-wrap gap-3">
        <button type="button" className="btn btn-line" onClick={() => setOpen(true)}>
          {lastDay ? 'Change the last day' : 'Set the last day'}
        </button>
        {lastDay && (
          <BusyButton busy={staying.isBusy} className="btn btn-line" onClick={() => void staying.run()}>
            {name} stays
          </BusyButton>
        )}
      </div>
      {isOpen && <LastDayDialog {...{ doctorId, name, change }} onClose={() => setOpen(false)} />}
    </section>
  )
}

const typed = z.object({ lastDay: z.string().check(z.minLength(1, 'A day is needed')) })

interface LastDayDialogProps {
  doctorId: string
  name: string
  change: ChangeRules
  onClose: () => void
}

function LastDayDialog({ doctorId, name, change, onClose }: LastDayDialogProps) {
  const today = useClinicToday()
  const dialog = useRef<HTMLDialogElement>(null)
  const { form, field } = useServerForm(typed, { lastDay: '' }, async (chosen) => {
    const lastDay = typedToMedium(chosen.lastDay)
    const day = dateInText(lastDay)
    const isSaved = await change(
      { kind: 'remove-doctor', doctorId, lastDay },
      { question: `Does ${name} leave after ${day}?`, action: 'Set the last day', done: `${name} leaves after ${day}` },
    ).catch((error) => {
      throw toFormError(error, 'change')
    })
    if (isSaved) dialog.current?.close()
  })
  return (
    <FormDialog
      ref={dialog}
      title={`Last day of ${name}`}
      text="Later appointments go to other dentists where one is free. The others need attention."
      onClose={onClose}
    >
      <ServerForm {...form} submit="Continue" className="mt-4 gap-4">
        <Field label="Last day" type="date" min={today} required data-autofocus {...field('lastDay')} />
      </ServerForm>
    </FormDialog>
  )
}
