import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { ComponentProps } from 'react'
import { calendarOf, postChange, refreshCalendar } from '#web/api/calendar.ts'
import { patchClinic } from '#web/api/clinic.ts'
import { formatDollars } from '#web/money.ts'
import { toFormError } from '#web/ui/calendar/form-error.ts'
import { type TypedTreatment, toTreatment, typedTreatment } from '#web/ui/calendar/typed-treatment.ts'
import { ChangeButton } from '#web/ui/change/ChangeButton.tsx'
import { useChange } from '#web/ui/change/use-change.ts'
import { Field } from '#web/ui/form/Field.tsx'
import { ServerForm } from '#web/ui/form/ServerForm.tsx'
import { useServerForm } from '#web/ui/form/use-server-form.ts'
import type { StepProps } from './step.ts'

const texts = { name: '', category: '', description: '', reasons: [] }
const empty: TypedTreatment = {
  ...texts,
  online: true,
  color: '',
  price: '',
  durationMinutes: '30',
  bufferMinutes: '0',
}

/** Asks for the treatments, one after the other. */
export function TreatmentStep({ admin, clinic, next }: StepProps) {
  const client = useQueryClient()
  const calendar = useQuery(calendarOf(admin))
  const treatments = (calendar.data?.treatments ?? []).filter(({ retired }) => !retired)
  const { form, field, reset } = useServerForm(typedTreatment, empty, async (typed) => {
    const change = { kind: 'add-treatment', treatment: toTreatment(typed) } as const
    const { version } = await client.ensureQueryData(calendarOf(admin))
    await postChange(admin, { version, change }).catch((error) => {
      void client.invalidateQueries(calendarOf(admin))
      throw toFormError(error, 'change.treatment')
    })
    await refreshCalendar(client)
    reset(empty)
  })
  const goOn = useChange(() => patchClinic(client, admin, { setupStep: next, version: clinic.version }))
  return (
    <>
      {treatments.length > 0 && (
        <ul className="mt-4 grid" aria-label="Treatments">
          {treatments.map(({ _id, name, price, durationMinutes }) => (
            <li key={_id} className="flex justify-between gap-4 border-base-300 border-b py-2">
              <span className="wrap-anywhere min-w-0 font-medium">{name}</span>
              <span className="whitespace-nowrap text-quiet">
                {durationMinutes} min · {formatDollars(price)}
              </span>
            </li>
          ))}
        </ul>
      )}
      <ServerForm {...form} submit="Add" submitClass="mt-1 justify-self-start px-10" className="mt-4 gap-4">
        <Field label="Name" autoComplete="off" required {...field('name')} />
        <Field label="Price" inputMode="decimal" autoComplete="off" required {...field('price')} />
        <Field
          label="Length in minutes"
          inputMode="numeric"
          autoComplete="off"
          required
          {...field('durationMinutes')}
        />
      </ServerForm>
      <GoOn change={goOn} isEmpty={treatments.length === 0} />
    </>
  )
}

interface GoOnProps {
  change: ComponentProps<typeof ChangeButton>['change']
  /** Nothing was added. */
  isEmpty: boolean
}

/** The button to the next step. */
export function GoOn({ change, isEmpty }: GoOnProps) {
  return (
    <div className="mt-6 border-base-300 border-t pt-5">
      <ChangeButton change={change} className="btn btn-line">
        {isEmpty ? 'Add them later' : 'Go on'}
      </ChangeButton>
    </div>
  )
}
