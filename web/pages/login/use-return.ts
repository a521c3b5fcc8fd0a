import { useSyncExternalStore } from 'react'
import { useLocation } from 'react-router'
import { providerSignIn, type Refusal, refusal } from '#contract/sign-in.ts'

const sentences: Record<Refusal, string> = {
  cancelled: 'The sign-in with Google was cancelled. Nothing was changed.',
  unverified: 'Google has not verified the e-mail address of this account, so it can’t be used to sign in here.',
  'password-account':
    'There is an account with this address that was made with a password. Please log in with the password.',
  expired: 'The sign-in with Google took too long or was begun elsewhere. Please try again.',
  failed: 'The sign-in with Google did not work. Nothing was changed. Please try again in a minute.',
}

/** Why Google sent the visitor back without a sign-in, and the page that they were on their way to. Read from the address, which
 *  the built page doesn't have. */
export function useReturn(): { reason?: string | undefined; from?: string | undefined } {
  const { search } = useLocation()
  const params = new URLSearchParams(
    useSyncExternalStore(
      unchanging,
      () => search,
      () => '',
    ),
  )
  const why = refusal.safeParse(params.get('refused')).data
  return { reason: why && sentences[why], from: providerSignIn.shape.from.safeParse(params.get('from')).data }
}

function unchanging(): () => void {
  return () => undefined
}
