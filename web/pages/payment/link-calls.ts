import type { QueryClient } from '@tanstack/react-query'
import { linkedBy } from '#web/api/appointment-link.ts'
import { linkedIntent, reportLinkedPayment } from '#web/api/link-payments.ts'
import type { PaymentCalls } from './use-payment.ts'

/** Returns the calls by which whoever has a link pays for its appointment. The card provider learns no name and no
 *  email: the holder of the link is not told them. */
export function linkCalls(client: QueryClient, token: string): PaymentCalls {
  const query = linkedBy(token)
  return {
    createIntent: (price) => linkedIntent(token, price),
    report: async (transactionId) => {
      const paid = await reportLinkedPayment(token, transactionId)
      client.setQueryData(query.queryKey, paid)
      return paid
    },
    findBooking: () => client.fetchQuery({ ...query, staleTime: 0 }),
    billing: {},
    onOutcome: () => void client.invalidateQueries({ queryKey: query.queryKey }),
  }
}
