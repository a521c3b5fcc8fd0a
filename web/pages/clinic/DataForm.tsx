import { ClinicFields } from '#web/ui/clinic/ClinicFields.tsx'
import { clinicForm, toForm } from '#web/ui/clinic/clinic-form.ts'
import { type ClinicFormProps, useSaving } from '#web/ui/clinic/use-saving.ts'
import { Field } from '#web/ui/form/Field.tsx'
import { ServerForm } from '#web/ui/form/ServerForm.tsx'
import { TextArea } from '#web/ui/form/TextArea.tsx'
import { useServerForm } from '#web/ui/form/use-server-form.ts'

/** Edits the clinic's name, how to reach it, its country, its tax id and its imprint. */
export function DataForm(props: ClinicFormProps) {
  const save = useSaving(props)
  const { form, field, setValue } = useServerForm(
    clinicForm,
    toForm(props.clinic),
    async ({ currency, adultAge, ...fields }) => {
      // A disabled field has no value.
      await save({ ...fields, adultAge: Number(adultAge), currency: currency ?? props.clinic.currency })
    },
  )
  return (
    <ServerForm {...form} submit="Save" submitClass="mt-1 justify-self-start px-10" className="mt-4 gap-4">
      <ClinicFields
        field={field}
        setValue={setValue}
        language={props.clinic.language}
        canChangeCurrency={props.clinic.canChangeCurrency}
      />
      <Field
        label="Coordinates"
        hint="As map apps copy them, such as 40.7061, -74.0087. The link to the map and search engines use them."
        {...field('coordinates')}
      />
      <Field label="Tax id" hint="It is on receipts, for insurers and tax offices." {...field('taxId')} />
      <Field
        label="Age at which patients decide themselves"
        type="number"
        min={12}
        max={21}
        hint="From then on parents can book for them, and see their appointments only if they agree."
        required
        {...field('adultAge')}
      />
      <TextArea
        label="Imprint"
        hint="Who is responsible for this site, where the law asks for it. It is on the privacy page."
        rows={5}
        {...field('imprint')}
      />
    </ServerForm>
  )
}
