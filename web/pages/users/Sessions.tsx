import { useState } from 'react'
import { loadLater } from '#web/ui/feedback/load-later.ts'

const useDialog = loadLater(() => import('./SessionsDialog.tsx'))

interface SessionsProps {
  admin: string
  email: string
  /** The id of the text that names the user. */
  describedBy: string
}

/** A button that opens the list of devices that a user is signed in on. */
export function Sessions({ admin, email, describedBy }: SessionsProps) {
  const [isOpen, setIsOpen] = useState(false)
  const dialog = useDialog()
  return (
    <>
      <button
        type="button"
        className="btn btn-ghost wide:justify-self-start px-2 font-normal phone:-ml-2"
        aria-describedby={describedBy}
        onClick={() => setIsOpen(true)}
      >
        Sessions
      </button>
      {isOpen && dialog && <dialog.SessionsDialog admin={admin} email={email} onClose={() => setIsOpen(false)} />}
    </>
  )
}
