import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { problemCodes } from '#contract/access/problem-codes.ts'
import type { ReceivedUser } from '#contract/user.ts'
import { ApiError } from '#web/api/http/errors.ts'
import { deleteAdmin, putAdmin, refreshUsers } from '#web/api/users.ts'
import { clinic } from '#web/clinic.ts'
import { confirmed } from '#web/session/confirmation.ts'
import { useChange } from '#web/ui/change/use-change.ts'
import { loadWhenIdle } from '#web/ui/feedback/load-later.ts'
import { BusyButton } from '#web/ui/form/BusyButton.tsx'
import { useToast } from '#web/ui/message/use-toast.ts'

const useConfirm = loadWhenIdle(() => import('#web/ui/dialog/ConfirmDialog.tsx'))

/** Returns a function that says what became of the admin role of an account. */
function useSayRemoved() {
  const toast = useToast()
  return (email: string, modifiedCount: number) => {
    const done = `Removed the admin role of ${email}`
    toast('success', modifiedCount > 0 ? done : `Nothing was changed: ${email} is not an admin.`, undefined, email)
  }
}

interface MakeAdminProps {
  admin: string
  user: ReceivedUser
  /** The id of the text that names the user. */
  describedBy: string
  /** Called when the user is an admin, before the button is removed. */
  onMade: () => void
}

/** Makes the user an admin with one click, which the toast can undo. Asks first if the address is not confirmed. */
export function MakeAdmin({ admin, user, describedBy, onMade }: MakeAdminProps) {
  const { email, verified } = user
  const client = useQueryClient()
  const toast = useToast()
  const sayRemoved = useSayRemoved()
  // In demo mode nobody is a real person.
  const isTrusted = verified || clinic.demo !== null
  const [asking, setAsking] = useState(false)
  const confirm = useConfirm(asking)
  const refresh = () => refreshUsers(client)
  const undoing = useChange(() => confirmed(() => deleteAdmin(admin, email)), {
    failed: `${email} is still an admin.`,
    failsInToast: true,
    onDone: (modifiedCount) => sayRemoved(email, modifiedCount),
    refresh,
  })
  const promotion = useChange((unconfirmed: boolean) => confirmed(() => putAdmin(admin, email, unconfirmed)), {
    onDone: (modifiedCount) => {
      const undo = { label: 'Undo', onPress: () => void undoing.run() }
      if (modifiedCount > 0) toast('success', 'Successfully made an admin', undo, email)
      else toast('error', `Nothing was changed: ${email} is an admin already, or the account is gone.`)
      onMade()
    },
    refresh,
    onFailed: (error) => {
      // The list did not say so, or the address has changed since.
      if (error instanceof ApiError && error.problem.code === problemCodes.promotionNotConfirmed) setAsking(true)
      else toast('error', 'Failed to Make an admin')
    },
  })

  return (
    <>
      <BusyButton
        busy={promotion.isBusy}
        className="btn btn-line px-3"
        aria-describedby={describedBy}
        onClick={() => (isTrusted ? void promotion.run(false) : setAsking(true))}
      >
        Make Admin
      </BusyButton>
      {asking && confirm && (
        <confirm.ConfirmDialog
          title={`Make ${email} an admin?`}
          text="Nobody has confirmed this address yet, so the account may not be its owner’s. An admin sees and changes everything. It is safer to ask them to open the link in our email first."
          action="Make Admin"
          failed={`${email} is no admin.`}
          onConfirm={async (close) => {
            close()
            void promotion.run(true)
          }}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  )
}

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
  const client = useQueryClient()
  const sayRemoved = useSayRemoved()
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
            sayRemoved(email, await confirmed(() => deleteAdmin(admin, email)))
            close()
            onRemoved()
            void refreshUsers(client)
          }}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  )
}
