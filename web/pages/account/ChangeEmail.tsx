import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { emailChange } from '#contract/account.ts'
import { deleteEmailChange, pendingEmailQuery, postEmailChange } from '#web/api/email-change.ts'
import { confirmed } from '#web/session/confirmation.ts'
import { useChange } from '#web/ui/change/use-change.ts'
import { BusyButton } from '#web/ui/form/BusyButton.tsx'
import { Field } from '#web/ui/form/Field.tsx'
import { OutboxHint } from '#web/ui/form/OutboxHint.tsx'
import { ServerForm } from '#web/ui/form/ServerForm.tsx'
import { useServerForm } from '#web/ui/form/use-server-form.ts'
import { ifEmailed } from '#web/unsent.ts'

/** Asks for another email of the account, which counts once its link is opened, and shows one that waits. */
export function ChangeEmail() {
  const client = useQueryClient()
  const [isOpen, setIsOpen] = useState(false)
  const { data } = useQuery(pendingEmailQuery)
  const { form, field } = useServerForm(emailChange, { email: '' }, async (change) => {
    await confirmed(() => postEmailChange(change))
    await client.invalidateQueries(pendingEmailQuery)
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
          hint={`It counts once you are logged in here and open its link. You then log in again. ${ifEmailed('We send it there.')}`}
          {...field('email')}
        />
      </ServerForm>
    )
  return (
    <div className="mt-4 grid justify-items-start gap-3">
      <button type="button" className="btn btn-line" onClick={() => setIsOpen(true)}>
        Change email address
      </button>
      <div role="status" className="grid justify-items-start gap-3 empty:hidden">
        {data?.pending && <Waiting email={data.pending.email} />}
      </div>
    </div>
  )
}

/** A new email whose link was not opened yet. */
function Waiting({ email }: { email: string }) {
  const client = useQueryClient()
  const { run, isBusy } = useChange(deleteEmailChange, {
    done: 'Your email address stays as it is.',
    failsInToast: true,
    refresh: () => client.invalidateQueries(pendingEmailQuery),
  })
  return (
    <>
      <p className="wrap-anywhere">
        {ifEmailed(`We’ve sent a link to ${email}. Open it within a day, logged in to this account.`)}
      </p>
      <OutboxHint />
      <BusyButton busy={isBusy} className="btn btn-line" onClick={() => void run()}>
        Withdraw this change
      </BusyButton>
    </>
  )
}
