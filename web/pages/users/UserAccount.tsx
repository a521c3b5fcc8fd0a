import { useState } from 'react'
import { loadWhenIdle } from '#web/ui/feedback/load-later.ts'

const useDialog = loadWhenIdle(() => import('./UserAccountDialog.tsx'))

interface UserAccountProps {
  admin: string
  email: string
  /** The id of the text that names the user. */
  describedBy: string
}

/** A button that opens a user's account. */
export function UserAccount({ admin, email, describedBy }: UserAccountProps) {
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
      {isOpen && dialog && <dialog.UserAccountDialog admin={admin} email={email} onClose={() => setIsOpen(false)} />}
    </>
  )
}
