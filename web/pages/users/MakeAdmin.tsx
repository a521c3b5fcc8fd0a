import { useMutation, useQueryClient } from '@tanstack/react-query'
import { putAdmin, refreshAfterPromotion } from '#web/api/admin.ts'
import { BusyButton } from '#web/components/BusyButton.tsx'
import { useToast } from '#web/components/Toasts.tsx'

interface MakeAdminProps {
  admin: string
  email: string
  /** The id of the text that names the user. */
  describedBy: string
  /** Called when the user is an admin and the button is about to go. */
  onMade: () => void
}

/** Makes the user an admin, at once. */
export function MakeAdmin({ admin, email, describedBy, onMade }: MakeAdminProps) {
  const toast = useToast()
  const client = useQueryClient()
  const promotion = useMutation({
    networkMode: 'always',
    mutationFn: () => putAdmin(admin, email),
    onSuccess: async (modifiedCount) => {
      toast('success', modifiedCount > 0 ? 'Successfully made an admin' : `${email} is an admin already`)
      onMade()
      await refreshAfterPromotion(client)
    },
    onError: () => toast('error', 'Failed to Make an admin'),
  })

  return (
    <BusyButton
      busy={promotion.isPending}
      className="btn btn-line px-3 sm:px-4"
      aria-describedby={describedBy}
      onClick={() => promotion.mutate()}
    >
      Make Admin
    </BusyButton>
  )
}
