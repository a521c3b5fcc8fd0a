import { useQueryClient } from '@tanstack/react-query'
import { messageFor } from '#web/api/http/errors.ts'
import { mutate } from '#web/api/http/query-client.ts'
import { deleteAdmin, putAdmin, refreshUsers } from '#web/api/users.ts'
import { confirmed } from '#web/session/confirmation.ts'
import { useToast } from '#web/ui/message/Toasts.tsx'

/** Grants and removes the admin role, each with a toast; `refresh` refetches the lists. `admin` is the email of the acting admin. */
export function useRoleChange(admin: string) {
  const client = useQueryClient()
  const toast = useToast()
  const refresh = () => refreshUsers(client)

  async function make(email: string) {
    const modifiedCount = await confirmed(() => putAdmin(admin, email))
    if (modifiedCount > 0) {
      toast('success', 'Successfully made an admin', { label: 'Undo', onPress: () => undo(email) }, email)
    } else {
      toast('error', `Nothing was changed: ${email} is an admin already, or the account is gone.`)
    }
  }

  async function remove(email: string) {
    const modifiedCount = await confirmed(() => deleteAdmin(admin, email))
    const done = `Removed the admin role of ${email}`
    toast('success', modifiedCount > 0 ? done : `Nothing was changed: ${email} is not an admin.`, undefined, email)
  }

  function undo(email: string) {
    mutate(client, () => remove(email))
      .catch((error) => toast('error', `${email} is still an admin. ${messageFor(error)}`))
      .finally(refresh)
  }

  return { make, remove, refresh }
}
