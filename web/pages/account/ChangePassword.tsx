import { useQueryClient } from '@tanstack/react-query'
import { passwordChange } from '#contract/account.ts'
import { ApiError } from '#web/api/client.ts'
import { refreshDevices } from '#web/api/queries.ts'
import { PasswordField } from '#web/components/PasswordField.tsx'
import { ServerForm } from '#web/components/ServerForm.tsx'
import { useToast } from '#web/components/Toasts.tsx'
import { useServerForm } from '#web/components/use-server-form.ts'
import { changePassword, forget } from '#web/session/session.ts'

const empty = { currentPassword: '', newPassword: '' }

/** A new password in place of the current one; this device stays signed in. */
export function ChangePassword({ email }: { email: string }) {
  const client = useQueryClient()
  const toast = useToast()
  const { form, field, reset } = useServerForm(passwordChange, empty, async (wanted) => {
    try {
      await changePassword(wanted, email)
    } catch (error) {
      if (error instanceof ApiError && error.problem.status === 401) return forget()
      throw error
    }
    reset()
    toast('success', 'Your password was changed. All other devices were signed out.')
    void refreshDevices(client)
  })

  return (
    <ServerForm {...form} submit="Change password" className="mt-3 max-w-96">
      <p className="text-quiet">At least 6 characters. It signs out all other devices; you stay signed in here.</p>
      <input type="text" autoComplete="username" value={email} readOnly hidden />
      <PasswordField label="Current password" autoComplete="current-password" {...field('currentPassword')} />
      <PasswordField label="New password" autoComplete="new-password" {...field('newPassword')} />
    </ServerForm>
  )
}
