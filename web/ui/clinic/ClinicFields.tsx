import { Choice } from '#web/ui/form/Choice.tsx'
import { Field } from '#web/ui/form/Field.tsx'
import type { useServerForm } from '#web/ui/form/use-server-form.ts'
import { type ClinicForm, countryOptions, currencyOptions, languageOptions, usualIn } from './clinic-form.ts'

type Form = ReturnType<typeof useServerForm<ClinicForm>>

interface ClinicFieldsProps {
  field: (name: keyof ClinicForm) => ReturnType<Form['field']>
  setValue: (name: 'language' | 'currency', value: string) => void
  /** The language that is set. */
  language: string
  canChangeCurrency: boolean
}

/** The clinic's name, how to reach it, and what its dates, times and prices follow. A country sets its usual language
 *  and currency. */
export function ClinicFields({ field, setValue, language, canChangeCurrency }: ClinicFieldsProps) {
  const country = field('country')
  return (
    <>
      <Field label="Name" autoComplete="organization" required {...field('name')} />
      <Field label="Address" autoComplete="street-address" required {...field('address')} />
      <Field label="Phone" type="tel" autoComplete="tel" required {...field('phone')} />
      <Field
        label="Email"
        type="email"
        autoComplete="email"
        hint="Patients write to it."
        required
        {...field('email')}
      />
      <Choice
        label="Country"
        hint="Opening hours, calendars, the clock and prices are written as it does."
        options={countryOptions}
        {...country}
        onChange={async (event) => {
          await country.onChange(event)
          const usual = usualIn(event.target.value, language)
          if (usual.language) setValue('language', usual.language)
          if (usual.currency && canChangeCurrency) setValue('currency', usual.currency)
        }}
      />
      <Choice
        label="Language"
        hint="Of dates, times and prices. Texts are in English."
        options={languageOptions(language)}
        {...field('language')}
      />
      <Choice
        label="Currency"
        hint={canChangeCurrency ? 'Prices keep their numbers.' : 'It stays, because there are payments in it.'}
        disabled={!canChangeCurrency}
        options={currencyOptions}
        {...field('currency')}
      />
    </>
  )
}
