import { useEffect, useRef, useState } from 'react'
import { type SecondFactorConfirmation, secondFactorConfirmation } from '#contract/access/second-factor.ts'
import { confirmation } from '#contract/account.ts'
import { confirmed } from '#web/session/confirmation.ts'
import { PasswordField } from '#web/ui/form/PasswordField.tsx'
import { ServerForm } from '#web/ui/form/ServerForm.tsx'
import { useServerForm } from '#web/ui/form/use-server-form.ts'

interface PasswordConfirmProps {
  /** Label of the button that opens the form, and of the one that sends it. */
  label: string
  /** What will happen. */
  text: string
  email: string
  /** An account that only signs in with Google has none. */
  hasPassword: boolean
  /** @throws the server's refusal, which the form shows */
  onConfirm: (body: SecondFactorConfirmation) => Promise<void>
}

/** A button that opens a form in its place, which asks for the password. */
export function PasswordConfirm({ label, text, email, hasPassword, onConfirm }: PasswordConfirmProps) {
  const [isOpen, setIsOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const wasOpen = useRef(false)
  useEffect(() => {
    if (wasOpen.current && !isOpen) button.current?.focus()
    wasOpen.current = isOpen
  }, [isOpen])

  if (!isOpen)
    return (
      <button ref={button} type="button" className="btn btn-line" onClick={() => setIsOpen(true)}>
        {label}
      </button>
    )
  const Form = hasPassword ? WithPassword : WithoutPassword
  return (
    <div className="grid w-full max-w-96 gap-3 rounded-field bg-base-200 p-4 sm:p-5">
      <p>{text}</p>
      <Form label={label} email={email} onConfirm={onConfirm} />
      <button type="button" className="btn btn-line" onClick={() => setIsOpen(false)}>
        Cancel
      </button>
    </div>
  )
}

type FormProps = Pick<PasswordConfirmProps, 'label' | 'email' | 'onConfirm'>

function WithPassword({ label, email, onConfirm }: FormProps) {
  const { form, field } = useServerForm(confirmation, { password: '' }, onConfirm)
  return (
    <ServerForm {...form} submit={label} className="gap-3">
      <input type="text" autoComplete="username" value={email} readOnly hidden />
      <PasswordField autoComplete="current-password" autoFocus required {...field('password')} />
    </ServerForm>
  )
}

// The server wants a recent sign-in instead.
function WithoutPassword({ label, onConfirm }: FormProps) {
  const { form } = useServerForm(secondFactorConfirmation, {}, () => confirmed(() => onConfirm({})))
  return (
    <ServerForm {...form} submit={label} className="gap-3">
      {null}
    </ServerForm>
  )
}
