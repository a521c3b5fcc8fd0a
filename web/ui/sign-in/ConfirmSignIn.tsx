import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { confirmation } from '#contract/account.ts'
import { accountQuery, postConfirmation } from '#web/api/account.ts'
import { FormDialog } from '../dialog/FormDialog.tsx'
import { LoadError } from '../feedback/LoadError.tsx'
import { ContinueWithGoogle } from '../form/ContinueWithGoogle.tsx'
import { PasswordField } from '../form/PasswordField.tsx'
import { ServerForm } from '../form/ServerForm.tsx'
import { useServerForm } from '../form/use-server-form.ts'

interface ConfirmSignInProps {
  email: string
  onConfirmed: () => void
  onCancel: () => void
}

/** Asks the signed-in person to prove again who they are: by their password, or by a new sign-in with Google. */
export function ConfirmSignIn({ email, onConfirmed, onCancel }: ConfirmSignInProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const isConfirmed = useRef(false)
  const account = useQuery(accountQuery)
  const done = () => {
    isConfirmed.current = true
    dialog.current?.close()
  }
  return (
    <FormDialog
      ref={dialog}
      title="Is it still you?"
      text="You signed in a while ago. This protects your account on a device that was left open."
      onClose={() => (isConfirmed.current ? onConfirmed() : onCancel())}
    >
      {account.data?.password === 'none' ? (
        <WithGoogle />
      ) : account.data ? (
        <WithPassword email={email} onDone={done} />
      ) : account.isPending ? (
        <div className="skeleton mt-6 h-38" />
      ) : (
        <LoadError what="Your account" query={account} className="mt-4" />
      )}
    </FormDialog>
  )
}

function WithPassword({ email, onDone }: { email: string; onDone: () => void }) {
  const { form, field } = useServerForm(confirmation, { password: '' }, async (fields) => {
    await postConfirmation(fields)
    onDone()
  })
  return (
    <ServerForm {...form} submit="Confirm" className="mt-6 gap-4">
      <input type="text" autoComplete="username" value={email} readOnly hidden />
      <PasswordField autoComplete="current-password" required data-autofocus {...field('password')} />
    </ServerForm>
  )
}

function WithGoogle() {
  const { pathname, search, hash } = useLocation()
  const [refused, setRefused] = useState<string>()
  return (
    <div className="mt-6 grid gap-3">
      <p>Sign in with Google again. You come back to this page, and can then repeat what you wanted to do.</p>
      <ContinueWithGoogle from={pathname + search + hash} onRefused={setRefused} />
      <p role="alert" className="text-error text-sm empty:hidden">
        {refused}
      </p>
    </div>
  )
}
