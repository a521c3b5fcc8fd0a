import { useState } from 'react'
import type { ReceivedUser } from '#contract/user.ts'
import { loadWhenIdle } from '#web/ui/feedback/load-later.ts'

const useDialog = loadWhenIdle(() => import('./UserAccountDialog.tsx'))

interface UserAccountProps {
  admin: string
  user: ReceivedUser
  /** The id of the text that names the user. */
  describedBy: string
}

/** A button that opens a user's account. */
export function UserAccount({ admin, user, describedBy }: UserAccountProps) {
  const [isOpen, setIsOpen] = useState(false)
  const dialog = useDialog(isOpen)
  return (
    <>
      <button
        type="button"
        className="btn btn-ghost wide:justify-self-start px-2 font-normal phone:-ml-2"
        aria-describedby={describedBy}
        onClick={() => setIsOpen(true)}
      >
        Account
      </button>
      {isOpen && dialog && <dialog.UserAccountDialog admin={admin} user={user} onClose={() => setIsOpen(false)} />}
    </>
  )
}
