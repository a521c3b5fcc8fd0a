import { useQuery } from '@tanstack/react-query'
import { linkedBy } from '#web/api/appointment-link.ts'
import { loadLater } from '#web/ui/feedback/load-later.ts'
import { Linked, type LinkFrame, LinkPage } from '#web/ui/link/LinkPage.tsx'

const useCheckout = loadLater(() => import('./LinkCheckout.tsx'))

const frame: LinkFrame = {
  title: 'Payment',
  what: 'The appointment',
  loading: 'Loading the appointment',
  skeleton: <div className="skeleton mt-6 h-128" />,
}

/** Takes the card payment for the appointment of a link in an email, without a sign-in and for nothing else
 *  (docs/decisions/0034). */
export default function LinkPaymentPage() {
  return (
    <LinkPage frame={frame} width="max-w-5xl">
      {(token) => <LinkPayment token={token} />}
    </LinkPage>
  )
}

function LinkPayment({ token }: { token: string }) {
  const query = useQuery(linkedBy(token))
  const code = useCheckout()
  return (
    <Linked frame={frame} query={query} isWaiting={!code}>
      {(appointment) => (
        <>
          <h1 className="page-title">{frame.title}</h1>
          <div className="mt-6">{code && <code.LinkCheckout token={token} appointment={appointment} />}</div>
        </>
      )}
    </Linked>
  )
}
