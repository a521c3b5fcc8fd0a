import { useState } from 'react'
import type { ReceivedUser } from '#contract/user.ts'
import { loadWhenIdle } from '#web/ui/feedback/load-later.ts'
import { useRoleChange } from './use-role-change.ts'

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
