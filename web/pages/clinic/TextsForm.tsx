import { z } from 'zod/mini'
import { isCountry } from '#contract/kit/places.ts'
import { countryOptions } from '#web/ui/clinic/clinic-form.ts'
import { type ClinicFormProps, useSaving } from '#web/ui/clinic/use-saving.ts'
import { Field } from '#web/ui/form/Field.tsx'
import { ServerForm } from '#web/ui/form/ServerForm.tsx'
import { useServerForm } from '#web/ui/form/use-server-form.ts'

const codesIn = (typed: string) =>
  typed
    .toUpperCase()
    .split(/[\s,;]+/)
    .filter(Boolean)

const texts = z.object({
  countries: z
    .string()
    .check(z.refine((typed) => codesIn(typed).every(isCountry), 'Use the two letters of each country, such as DE, AT')),
  perDay: z
    .string()
    .check(z.refine((typed) => /^\d{1,6}$/.test(typed.trim()) && Number(typed) <= 100_000, 'A number up to 100,000')),
})

/** Edits to which countries the clinic sends text messages, and how many on a day. */
export function TextsForm(props: ClinicFormProps) {
  const save = useSaving(props)
  const { country, textCountries = [], maxTextsPerDay = 500 } = props.clinic
  const initial = { countries: textCountries.join(', '), perDay: String(maxTextsPerDay) }
  const { form, field } = useServerForm(texts, initial, async ({ countries, perDay }) => {
    await save(
      { textCountries: [...new Set(codesIn(countries))], maxTextsPerDay: Number(perDay) },
      'Saved. It counts for the next text message.',
    )
  })
  const home = countryOptions.find(([code]) => code === country)?.[1] ?? country
  return (
    <ServerForm {...form} submit="Save" submitClass="mt-1 justify-self-start px-10" className="mt-4 gap-4">
      <Field
        label="Other countries"
        hint={`Numbers of ${home} get text messages. Add the two letters of others, such as DE, AT.`}
        autoComplete="off"
        {...field('countries')}
      />
      <Field
        label="Most text messages on a day"
        hint="Once they are sent, patients get emails until midnight, and Needs attention says so."
        inputMode="numeric"
        autoComplete="off"
        {...field('perDay')}
      />
    </ServerForm>
  )
}
