import { QueryClientProvider } from '@tanstack/react-query'
import { useState } from 'react'
import { createQueryClient } from '#web/api/http/query-client.ts'
import { InvalidLink } from '#web/ui/appointment/InvalidLink.tsx'
import { useLinkToken } from '#web/ui/sign-in/use-link-token.ts'
import { Offer, OfferSkeleton } from './Offer.tsx'

/** The link to leave the list is the one to the offer with this before its token. */
const leaving = 'leave.'

/** The earlier time of a link in an email, for its holder, who need not be signed in (docs/decisions/0084). */
export default function EarlierTimePage() {
  const linked = useLinkToken()
  // No call of this page needs a session.
  const [client] = useState(() => createQueryClient({ onRefused: () => undefined, onSignedOut: async () => undefined }))
  const wantsToLeave = linked?.startsWith(leaving) ?? false
  const token = linked && wantsToLeave ? linked.slice(leaving.length) : linked
  return (
    <QueryClientProvider client={client}>
      <section className="mx-auto w-full max-w-150 px-5 py-10 sm:py-14">
        {token === undefined && <OfferSkeleton />}
        {token === null && <InvalidLink />}
        {token && <Offer key={linked} token={token} wantsToLeave={wantsToLeave} />}
      </section>
    </QueryClientProvider>
  )
}
