import { useQueryClient } from '@tanstack/react-query'
import { z } from 'zod/mini'
import { patchClinic, postTimeZone } from '#web/api/clinic.ts'
import { browserZone } from '#web/time-zone.ts'
import { ClinicFields } from '#web/ui/clinic/ClinicFields.tsx'
import { clinicForm, toForm, zoneOptions } from '#web/ui/clinic/clinic-form.ts'
import { Choice } from '#web/ui/form/Choice.tsx'
import { ServerForm } from '#web/ui/form/ServerForm.tsx'
import { useServerForm } from '#web/ui/form/use-server-form.ts'
import type { StepProps } from './step.ts'

const stepForm = z.extend(clinicForm, { timeZone: z.string() })

/** Asks for the clinic's data. The time zone is that of the browser until another is chosen. */
export function ClinicStep({ admin, clinic, next }: StepProps) {
  const client = useQueryClient()
  // A clinic that has no settings is called so until it has a name.
  const name = clinic.address === '' && clinic.phone === '' ? '' : clinic.name
  const initial = { ...toForm(clinic), name, timeZone: browserZone() }
  const { form, field, setValue } = useServerForm(stepForm, initial, async ({ timeZone, adultAge, ...fields }) => {
    let { version } = clinic
    if (timeZone !== clinic.timeZone) {
      await postTimeZone(admin, { version, timeZone, keep: 'clock' })
      version += 1
    }
    await patchClinic(client, admin, { ...fields, adultAge: Number(adultAge), setupStep: next, version })
    // The page has the clinic's country and currency in its document.
    window.location.reload()
  })
  return (
    <ServerForm {...form} submit="Save and go on" submitClass="mt-1 justify-self-start px-10" className="mt-4 gap-4">
      <ClinicFields
        field={(name) => field(name) as ReturnType<Parameters<typeof ClinicFields>[0]['field']>}
        setValue={(name, value) => setValue(name, value)}
        language={clinic.language}
        canChangeCurrency={clinic.canChangeCurrency}
      />
      <Choice
        label="Time zone"
        hint="All days and times are those of this zone."
        options={zoneOptions}
        {...field('timeZone')}
      />
    </ServerForm>
  )
}
