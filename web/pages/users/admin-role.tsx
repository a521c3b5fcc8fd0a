import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { ReceivedUser } from '#contract/user.ts'
import { messageFor } from '#web/api/http/errors.ts'
import { mutate } from '#web/api/http/query-client.ts'
import { deleteAdmin, putAdmin, refreshUsers } from '#web/api/users.ts'
import { confirmed } from '#web/session/confirmation.ts'
import { loadWhenIdle } from '#web/ui/feedback/load-later.ts'
import { BusyButton } from '#web/ui/form/BusyButton.tsx'
import { useToast } from '#web/ui/message/Toasts.tsx'

/** Grants and removes the admin role, each with a toast; `refresh` refetches the lists. `admin` is the email of the
 *  acting admin. */
function useRoleChange(admin: string) {
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

interface MakeAdminProps {
  admin: string
  email: string
  /** The id of the text that names the user. */
  describedBy: string
  /** Called when the user is an admin, before the button is removed. */
  onMade: () => void
}

/** Makes the user an admin with one click, which the toast can undo. */
export function MakeAdmin({ admin, email, describedBy, onMade }: MakeAdminProps) {
  const toast = useToast()
  const { make, refresh } = useRoleChange(admin)
  const promotion = useMutation({
    mutationFn: () => make(email),
    onSuccess: () => {
      onMade()
      return refresh()
    },
    onError: () => toast('error', 'Failed to Make an admin'),
  })

  return (
    <BusyButton
      busy={promotion.isPending}
      className="btn btn-line px-3"
      aria-describedby={describedBy}
      onClick={() => promotion.mutate()}
    >
      Make Admin
    </BusyButton>
  )
}

const useConfirm = loadWhenIdle(() => import('#web/ui/dialog/ConfirmDialog.tsx'))

interface RemoveAdminProps {
  admin: string
  user: ReceivedUser
  /** The id of the text that names the user. */
  describedBy: string
  /** Called when the user is no longer an admin, before the button is removed. */
  onRemoved: () => void
}

/** Removes the user's admin role, after a dialog that names them. */
export function RemoveAdmin({ admin, user: { name, email }, describedBy, onRemoved }: RemoveAdminProps) {
  const [asking, setAsking] = useState(false)
  const confirm = useConfirm(asking)
  const { remove, refresh } = useRoleChange(admin)
  const fullName = name === '' ? email : `${name} (${email})`

  return (
    <>
      <button
        type="button"
        className="btn btn-line px-3"
        aria-describedby={describedBy}
        onClick={() => setAsking(true)}
      >
        Remove Admin
      </button>
      {asking && confirm && (
        <confirm.ConfirmDialog
          title={`Remove the admin role of ${name || email}?`}
          text={`${fullName} will no longer see users, doctors and activity. Their account and appointments stay.`}
          action="Remove Admin"
          failed={`${email} is still an admin.`}
          onConfirm={async (close) => {
            await remove(email)
            close()
            onRemoved()
            void refresh()
          }}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  )
}
