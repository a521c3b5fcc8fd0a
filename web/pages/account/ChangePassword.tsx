import { useQueryClient } from '@tanstack/react-query'
import { passwordChange } from '#contract/account.ts'
import { refreshDevices } from '#web/api/account.ts'
import { changePassword } from '#web/session/session.ts'
import { PasswordField } from '#web/ui/form/PasswordField.tsx'
import { ServerForm } from '#web/ui/form/ServerForm.tsx'
import { useServerForm } from '#web/ui/form/use-server-form.ts'
import { useToast } from '#web/ui/message/use-toast.ts'

const empty = { currentPassword: '', newPassword: '' }

/** Changes the password. This device stays signed in. */
export function ChangePassword({ email }: { email: string }) {
  const client = useQueryClient()
  const toast = useToast()
  const { form, field, reset } = useServerForm(passwordChange, empty, async (fields) => {
    await changePassword(fields, email)
    reset()
    toast('success', 'Your password was changed. All other devices were signed out.')
    void refreshDevices(client)
  })

  return (
    <ServerForm {...form} submit="Change password" className="mt-3 max-w-96 gap-4">
      <input type="text" autoComplete="username" value={email} readOnly hidden />
      <PasswordField label="Current password" autoComplete="current-password" required {...field('currentPassword')} />
      <PasswordField
        label="New password"
        autoComplete="new-password"
        hint="At least 6 characters. Changing it signs you out everywhere else."
        required
        {...field('newPassword')}
      />
    </ServerForm>
  )
}
