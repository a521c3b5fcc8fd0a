import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { emailChange } from '#contract/account.ts'
import { postEmailChange } from '#web/api/email-change.ts'
import { mutate } from '#web/api/http/query-client.ts'
import { confirmed } from '#web/session/confirmation.ts'
import { Field } from '#web/ui/form/Field.tsx'
import { OutboxHint } from '#web/ui/form/OutboxHint.tsx'
import { ServerForm } from '#web/ui/form/ServerForm.tsx'
import { useServerForm } from '#web/ui/form/use-server-form.ts'

/** Asks for another email of the account, which counts once its link is opened. */
export function ChangeEmail() {
  const client = useQueryClient()
  const [isOpen, setIsOpen] = useState(false)
  const [sentTo, setSentTo] = useState<string>()
  const { form, field } = useServerForm(emailChange, { email: '' }, async (change) => {
    await mutate(client, () => confirmed(() => postEmailChange(change)))
    setSentTo(change.email)
    setIsOpen(false)
  })
  if (isOpen)
    return (
      <ServerForm {...form} submit="Send a link" onCancel={() => setIsOpen(false)} className="mt-4 max-w-96 gap-4">
        <Field
          label="New email address"
          type="email"
          autoComplete="email"
          autoFocus
          required
          hint="It counts once you open the link that we send there. You then log in again."
          {...field('email')}
        />
      </ServerForm>
    )
  return (
    <div className="mt-4 grid justify-items-start gap-3">
      <button type="button" className="btn btn-line" onClick={() => setIsOpen(true)}>
        Change email address
      </button>
      <p role="status" className="wrap-anywhere empty:hidden">
        {sentTo && `We’ve sent a link to ${sentTo}. Open it within a day.`}
      </p>
      {sentTo && <OutboxHint />}
    </div>
  )
}
