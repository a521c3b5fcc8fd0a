import { type ChangeEvent, useRef } from 'react'
import type { Calendar, CalendarBlock } from '#contract/calendar/calendar.ts'
import type { CalendarChangeInput } from '#contract/calendar/change.ts'
import { useClinicToday } from '#web/ui/appointment/chosen-day.ts'
import { Problem } from '#web/ui/change/Problem.tsx'
import { useChange } from '#web/ui/change/use-change.ts'
import { FormDialog } from '#web/ui/dialog/FormDialog.tsx'
import { BusyButton } from '#web/ui/form/BusyButton.tsx'
import { Choice } from '#web/ui/form/Choice.tsx'
import { Field } from '#web/ui/form/Field.tsx'
import { ServerForm } from '#web/ui/form/ServerForm.tsx'
import { useServerForm } from '#web/ui/form/use-server-form.ts'
import { type TypedBlock, toBlock, typedBlock, whoseOf } from './block.ts'
import { blockInWords } from './block-in-words.ts'
import { toFormError } from './form-error.ts'
import { lastDayFrom } from './last-day.ts'
import type { ChangeRules } from './use-rule-change.tsx'
import { Weekdays } from './Weekdays.tsx'

interface BlockDialogProps {
  /** The block to change; undefined for a new one. */
  block?: CalendarBlock | undefined
  /** What the form begins with. */
  initial: TypedBlock
  calendar: Pick<Calendar, 'doctors' | 'chairs'>
  change: ChangeRules
  onClose: () => void
}

/** Keeps a dentist, a chair or everyone free of appointments for a time, or removes that. */
export function BlockDialog({ block, initial, calendar, change, onClose }: BlockDialogProps) {
  const today = useClinicToday()
  const dialog = useRef<HTMLDialogElement>(null)
  const close = (isSaved: boolean) => isSaved && dialog.current?.close()
  const { form, field, getValues, setValue } = useServerForm(typedBlock, initial, async (typed) => {
    const fields = toBlock(typed)
    const words = blockInWords(fields, calendar)
    const input: CalendarChangeInput = block
      ? { kind: 'change-block', blockId: block._id, block: fields }
      : { kind: 'add-block', block: fields }
    const wording = { question: `Block ${words}?`, action: 'Block', done: `Blocked: ${words}` }
    close(
      await change(input, wording).catch((error) => {
        throw toFormError(error, 'change.block')
      }),
    )
  })
  const removal = useChange(
    (known: CalendarBlock) => {
      const words = blockInWords(known, calendar)
      return change(
        { kind: 'remove-block', blockId: known._id },
        { question: `Remove the block of ${words}?`, action: 'Remove', done: `No longer blocked: ${words}` },
      )
    },
    { onDone: close },
  )
  const weekdays = field('weekdays')
  const firstDay = field('firstDay')

  // What repeats has no end, unless a later day was chosen.
  async function repeat(event: ChangeEvent<HTMLInputElement>) {
    await weekdays.onChange(event)
    const { firstDay, lastDay } = getValues()
    if (lastDay === firstDay) setValue('lastDay', '')
  }

  return (
    <FormDialog
      ref={dialog}
      title={block ? 'Blocked time' : 'Block a time'}
      text="Nobody can book it. Appointments that are in it stay and need attention."
      onClose={onClose}
    >
      <ServerForm {...form} submit={block ? 'Save' : 'Block'} className="mt-4 gap-4">
        <Choice label="Whose time" options={whoseOptions(calendar)} {...field('whose')} />
        <div className="grid grid-cols-2 gap-4">
          <Field
            label="First day"
            type="date"
            required
            {...firstDay}
            onChange={async (event: ChangeEvent<HTMLInputElement>) => {
              await firstDay.onChange(event)
              setValue('lastDay', lastDayFrom(event.target.value, getValues('lastDay')))
            }}
          />
          <Field label="From" type="time" required {...field('from')} />
          <Field label="Last day" type="date" min={today} {...field('lastDay')} />
          <Field label="Until" type="time" required {...field('until')} />
        </div>
        <Weekdays
          legend="Repeat on"
          hint="This part of each such day, until the last day or without end."
          {...weekdays}
          onChange={repeat}
        />
        <Field
          label="Reason"
          hint="Only staff see it, such as ‘Team meeting’."
          maxLength={100}
          required
          autoComplete="off"
          data-autofocus
          {...field('reason')}
        />
      </ServerForm>
      {block && (
        <BusyButton busy={removal.isBusy} className="btn btn-line mt-3 w-full" onClick={() => void removal.run(block)}>
          Remove the block
        </BusyButton>
      )}
      <Problem>{removal.problem}</Problem>
    </FormDialog>
  )
}

function whoseOptions({ doctors, chairs }: Pick<Calendar, 'doctors' | 'chairs'>) {
  return [
    ['', 'Everyone'],
    ...doctors.map(({ _id, name }) => [whoseOf({ doctorId: _id }), name] as const),
    ...chairs
      .filter(({ retired }) => !retired)
      .map(({ _id, name }) => [whoseOf({ chairId: _id }), `${name} (chair)`] as const),
  ] as const
}
