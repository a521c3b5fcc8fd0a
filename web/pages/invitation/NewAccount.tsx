import { z } from 'zod/mini'
import { newStaffAccount, type Offer } from '#contract/staff.ts'
import { postStaffAccount } from '#web/api/invitation.ts'
import { signIn } from '#web/session/session.ts'
import { Field } from '#web/ui/form/Field.tsx'
import { FormCard } from '#web/ui/form/FormCard.tsx'
import { PasswordField } from '#web/ui/form/PasswordField.tsx'
import { useServerForm } from '#web/ui/form/use-server-form.ts'

const fields = z.pick(newStaffAccount, { name: true, password: true })

interface NewAccountProps {
  offer: Offer
  token: string
  /** What the invitation offers, in a sentence. */
  words: string
  onAccepted: () => void
}

/** Accepts an invitation with a new account, and signs in. */
export function NewAccount({ offer: { email }, token, words, onAccepted }: NewAccountProps) {
  const { form, field } = useServerForm(fields, { name: '', password: '' }, async ({ name, password }) => {
    await postStaffAccount({ token, name, password })
    // The account is there even if the sign-in fails.
    onAccepted()
    await signIn({ email, password }).catch(() => undefined)
  })
  return (
    <FormCard title="Your invitation" reason={words} submit="Accept" {...form} below={null}>
      <Field label="Email" type="email" autoComplete="username" value={email} readOnly />
      <Field label="Name" autoComplete="name" required {...field('name')} />
      <PasswordField autoComplete="new-password" hint="At least 6 characters" required {...field('password')} />
    </FormCard>
  )
}
