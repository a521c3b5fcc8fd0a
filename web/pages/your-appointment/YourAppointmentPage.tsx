import { QueryClientProvider } from '@tanstack/react-query'
import { useState } from 'react'
import { createQueryClient } from '#web/api/http/query-client.ts'
import { InvalidLink } from '#web/ui/appointment/InvalidLink.tsx'
import { useLinkToken } from '#web/ui/sign-in/use-link-token.ts'
import { AppointmentSkeleton, LinkedAppointment } from './LinkedAppointment.tsx'

/** The appointment of a link in an email, for its holder, who need not be signed in (docs/decisions/0034). */
export default function YourAppointmentPage() {
  const token = useLinkToken()
  // No call of this page needs a session.
  const [client] = useState(() => createQueryClient({ onRefused: () => undefined, onSignedOut: async () => undefined }))
  return (
    <QueryClientProvider client={client}>
      <section className="mx-auto w-full max-w-150 px-5 py-10 sm:py-14">
        {token === undefined && <AppointmentSkeleton />}
        {token === null && <InvalidLink />}
        {token && <LinkedAppointment key={token} token={token} />}
      </section>
    </QueryClientProvider>
  )
}
