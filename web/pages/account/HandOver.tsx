import { useState } from 'react'
import { type AccountPatient, handOverRequest } from '#contract/patient/account-patient.ts'
import { postHandOver } from '#web/api/ties.ts'
import { Field } from '#web/ui/form/Field.tsx'
import { ServerForm } from '#web/ui/form/ServerForm.tsx'
import { useServerForm } from '#web/ui/form/use-server-form.ts'
import { useToast } from '#web/ui/message/use-toast.ts'
import { ifEmailed } from '#web/unsent.ts'

/** Emails a link to the person themselves, by which their record becomes their own. */
export function HandOver({ email, person: { _id, name } }: { email: string; person: AccountPatient }) {
  const toast = useToast()
  const [isOpen, setIsOpen] = useState(false)
  const { form, field } = useServerForm(handOverRequest, { email: '' }, async (to) => {
    await postHandOver(email, _id, to)
    toast('success', ifEmailed(`We’ve sent a link to ${to.email}. It works for seven days.`))
    setIsOpen(false)
  })
  if (!isOpen)
    return (
      <button type="button" className="btn btn-line" onClick={() => setIsOpen(true)}>
        Hand over<span className="sr-only"> the record of {name}</span>
      </button>
    )
  return (
    <ServerForm {...form} submit="Send a link" onCancel={() => setIsOpen(false)} className="w-full max-w-96 gap-4">
      <p className="text-quiet">
        The record becomes {name}’s own, in an account of their own. They confirm it with their birth date and decide
        whether you go on acting for them.
      </p>
      <Field
        label={`Email address of ${name}`}
        type="email"
        autoComplete="off"
        autoFocus
        required
        {...field('email')}
      />
    </ServerForm>
  )
}
