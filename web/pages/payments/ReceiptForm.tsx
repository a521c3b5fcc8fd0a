import { z } from 'zod/mini'
import { Field } from '#web/ui/form/Field.tsx'
import { ServerForm } from '#web/ui/form/ServerForm.tsx'
import { useServerForm } from '#web/ui/form/use-server-form.ts'

const uuid = /[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}/i
const fields = z.object({
  receipt: z.string().check(z.regex(uuid, 'Paste the link of a receipt, or the appointment’s number in it')),
})

/** Asks for the receipt of a payment. `onChosen` gets the id of its appointment. */
export function ReceiptForm({ onChosen }: { onChosen: (id: string | undefined) => void }) {
  const { form, field } = useServerForm(fields, { receipt: '' }, async ({ receipt }) => {
    onChosen(uuid.exec(receipt)?.[0].toLowerCase())
  })
  return (
    <ServerForm
      {...form}
      submit="Show the payment"
      submitClass="mt-2 justify-self-start px-6"
      className="mt-6 max-w-xl gap-3"
    >
      <Field
        label="Receipt"
        hint="Its link, or the appointment’s number from the card provider’s dashboard."
        autoComplete="off"
        spellCheck={false}
        required
        {...field('receipt')}
      />
    </ServerForm>
  )
}
