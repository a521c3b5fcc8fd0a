import { signOut } from '#web/session/session.ts'
import { useLeave } from '#web/session/use-session-keeper.ts'
import { useChange } from '#web/ui/change/use-change.ts'

/** Returns the change that signs the person out and leaves the page. */
export function useSignOut() {
  const leave = useLeave()
  return useChange(
    async () => {
      await signOut()
      await leave()
    },
    { failed: 'You are still signed in.' },
  )
}
