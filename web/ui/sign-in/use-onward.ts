import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { useSession } from '#web/session/store.ts'

/** Goes to the page at `to` as soon as somebody is signed in. Returns whether the form is shown: while nobody is, and
 *  after a sign-in by it until that page has loaded, so that there is no blank page in between. */
export function useOnward(to: string | undefined): boolean {
  const { status } = useSession()
  const navigate = useNavigate()
  const [wasOut, setWasOut] = useState(false)
  if (status === 'out' && !wasOut) setWasOut(true)

  useEffect(() => {
    if (status === 'in' && to !== undefined) void navigate(to, { replace: true })
  }, [status, to, navigate])

  return status !== 'in' || wasOut
}
