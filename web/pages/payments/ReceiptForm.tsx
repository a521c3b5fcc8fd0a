import { paymentQuery } from '#contract/desk/payment-search.ts'
import { Field } from '#web/ui/form/Field.tsx'
import { ServerForm } from '#web/ui/form/ServerForm.tsx'
import { useServerForm } from '#web/ui/form/use-server-form.ts'

interface ReceiptFormProps {
  /** What was searched for last. */
  search: string
  onSearch: (search: string) => void
}

/** Asks which payment to look for. */
export function ReceiptForm({ search, onSearch }: ReceiptFormProps) {
  const { form, field } = useServerForm(paymentQuery, { search }, async (values) => onSearch(values.search))
  return (
    <ServerForm {...form} submit="Find" submitClass="mt-2 justify-self-start px-6" className="mt-6 max-w-xl gap-3">
      <Field
        label="Receipt or patient"
        hint="The number on the receipt or its last digits, or the patient’s name. A receipt’s link works, too."
        type="search"
        autoComplete="off"
        spellCheck={false}
        maxLength={100}
        required
        {...field('search')}
      />
    </ServerForm>
  )
}
