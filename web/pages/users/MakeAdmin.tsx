import { useMutation } from '@tanstack/react-query'
import { BusyButton } from '#web/ui/form/BusyButton.tsx'
import { useToast } from '#web/ui/message/Toasts.tsx'
import { useRoleChange } from './use-role-change.ts'

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
