import type { Account } from '#contract/account.ts'
import { ChangePassword } from './ChangePassword.tsx'
import { SetPassword } from './SetPassword.tsx'

/** What can be done about the password of an account, which may have none or one that stays. */
export function Password({ kind, email }: { kind: Account['password']; email: string }) {
  if (kind === 'own') return <ChangePassword email={email} />
  if (kind === 'none') return <SetPassword email={email} />
  return <p className="mt-3 text-quiet">The password of the demo admin stays as it is shown on the login page.</p>
}
