import { isDone, type Sent, send, sendWith } from '#server/testing/fault/answer.ts'
import type { Client } from '#server/testing/outside/client.ts'
import { intentIn, typedCard } from '#server/testing/payment.ts'

/** Pays an appointment by card, as the page does. Stops at the first failure. Calls `onCharged` when the provider says
 *  that the card was charged. */
export async function pay(
  url: string,
  patient: Client,
  { id, price }: { id: string; price: number },
  note: (answer: Promise<Sent>) => Promise<Sent>,
  onCharged: () => void,
): Promise<void> {
  const begun = await note(send(patient, 'POST', '/create-payment-intent', { price, appointment: id }))
  if (!isDone(begun)) return
  const { clientSecret } = JSON.parse(begun.body) as { clientSecret: string }
  const transactionId = intentIn(clientSecret)
  const confirmed = await note(
    sendWith(() =>
      fetch(`${url}/sandbox/stripe/v1/payment_intents/${transactionId}/confirm`, {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: typedCard(clientSecret),
        signal: AbortSignal.timeout(60_000),
      }),
    ),
  )
  if (!isDone(confirmed)) return
  onCharged()
  await note(send(patient, 'PATCH', `/booking/${id}`, { appointment: id, transactionId }))
}
