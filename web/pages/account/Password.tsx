import type { Account } from '#contract/account.ts'
import { loadLater } from '#web/ui/feedback/load-later.ts'
import { SetPassword } from './SetPassword.tsx'

const useForm = loadLater(() => import('./ChangePassword.tsx'))

/** Changes or sets the account's password. The demo admin's is fixed. */
export function Password({ kind, email }: { kind: Account['password']; email: string }) {
  const form = useForm()
  if (kind === 'own') return form ? <form.ChangePassword email={email} /> : <div className="skeleton mt-3 h-74" />
  if (kind === 'none') return <SetPassword email={email} />
  return <p className="mt-3 text-quiet">The demo admin’s password is shown on the login page and can’t be changed.</p>
}
