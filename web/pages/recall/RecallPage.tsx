import { QueryClientProvider } from '@tanstack/react-query'
import { useState } from 'react'
import { createQueryClient } from '#web/api/http/query-client.ts'
import { InvalidLink } from '#web/ui/appointment/InvalidLink.tsx'
import { useLinkToken } from '#web/ui/sign-in/use-link-token.ts'
import { Invitation, InvitationSkeleton } from './Invitation.tsx'

/** The page of the link in an invitation to come back, whose holder need not be signed in (docs/decisions/0085). */
export default function RecallPage() {
  const linked = useLinkToken()
  // The link of a time in the email ends with that time.
  const [token, wanted] = linked?.split('&') ?? []
  // No call of this page needs a session.
  const [client] = useState(() => createQueryClient({ onRefused: () => undefined, onSignedOut: async () => undefined }))
  return (
    <QueryClientProvider client={client}>
      <section className="mx-auto w-full max-w-150 px-5 py-10 sm:py-14">
        {linked === undefined && <InvitationSkeleton />}
        {linked === null && <InvalidLink />}
        {token && <Invitation key={linked} token={token} wanted={wanted} />}
      </section>
    </QueryClientProvider>
  )
}
