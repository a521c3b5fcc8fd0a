import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { useSession } from '#web/session/store.ts'

/** Goes to the page at `to` as soon as the server confirms that somebody is signed in: that page would lead back, to an
 *  empty form, if their session has ended. Returns whether the form is shown: while nobody is signed in, and after a
 *  sign-in by it until that page has loaded, so that there is no blank page in between. */
export function useOnward(to: string | undefined): boolean {
  const session = useSession()
  const { status } = session
  const isConfirmed = status === 'in' && !session.isRemembered
  const navigate = useNavigate()
  const [wasOut, setWasOut] = useState(false)
  if (status === 'out' && !wasOut) setWasOut(true)

  useEffect(() => {
    if (isConfirmed && to !== undefined) void navigate(to, { replace: true })
  }, [isConfirmed, to, navigate])

  return status !== 'in' || wasOut
}
