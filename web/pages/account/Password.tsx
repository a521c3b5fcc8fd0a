import type { Account } from '#contract/account.ts'
import { ChangePassword } from './ChangePassword.tsx'
import { SetPassword } from './SetPassword.tsx'

/** Changes or sets the account's password. The demo admin's is fixed. */
export function Password({ kind, email }: { kind: Account['password']; email: string }) {
  if (kind === 'own') return <ChangePassword email={email} />
  if (kind === 'none') return <SetPassword email={email} />
  return <p className="mt-3 text-quiet">The demo admin’s password is shown on the login page and can’t be changed.</p>
}
