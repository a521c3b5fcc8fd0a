import { QueryClientProvider, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { linkedBy } from '#web/api/appointment-link.ts'
import { createQueryClient } from '#web/api/http/query-client.ts'
import { InvalidLink } from '#web/ui/appointment/InvalidLink.tsx'
import { LoadError } from '#web/ui/feedback/LoadError.tsx'
import { loadLater } from '#web/ui/feedback/load-later.ts'
import { useLinkToken } from '#web/ui/sign-in/use-link-token.ts'

const useCheckout = loadLater(() => import('./LinkCheckout.tsx'))

/** Takes the card payment for the appointment of a link in an email, without a sign-in and for nothing else
 *  (docs/decisions/0034). */
export default function LinkPaymentPage() {
  const token = useLinkToken()
  // No call of this page needs a session.
  const [client] = useState(() => createQueryClient({ onRefused: () => undefined, onSignedOut: async () => undefined }))
  return (
    <QueryClientProvider client={client}>
      <section className="mx-auto w-full max-w-5xl px-5 py-10 sm:py-14">
        {token === null ? <InvalidLink /> : <LinkPayment key={token} token={token} />}
      </section>
    </QueryClientProvider>
  )
}

/** @param token undefined until it is known */
function LinkPayment({ token }: { token: string | undefined }) {
  const query = useQuery({ ...linkedBy(token ?? ''), enabled: token !== undefined })
  const { data: appointment } = query
  const code = useCheckout()
  if (appointment === null) return <InvalidLink />
  return (
    <>
      <h1 className="page-title">Payment</h1>
      <div className="mt-6">
        {query.isPending && <Waiting />}
        <LoadError what="The appointment" query={query} />
        {appointment &&
          token !== undefined &&
          (code ? <code.LinkCheckout token={token} appointment={appointment} /> : <Waiting />)}
      </div>
    </>
  )
}

function Waiting() {
  return (
    <div role="status">
      <span className="sr-only">Loading the appointment</span>
      <div aria-hidden="true" className="skeleton h-128" />
    </div>
  )
}
