import Fastify from 'fastify'
import Stripe from 'stripe'

type Received = { id: string; type: string; object: { id: string; status?: string } }

/** Starts a server that receives Stripe's events at `url`. It refuses events with an invalid or expired signature;
 *  `statusFor` returns the status for each other event. */
export async function webhookReceiver(webhookSecret: string, statusFor: (received: Received) => number = () => 200) {
  const { webhooks } = new Stripe('sk_test_unused')
  const received: Received[] = []
  let refused = 0
  const server = Fastify({ forceCloseConnections: true })
  server.removeAllContentTypeParsers()
  server.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
  server.post('/webhook', (request, reply) => {
    try {
      const event = webhooks.constructEvent(
        request.body as Buffer,
        String(request.headers['stripe-signature']),
        webhookSecret,
      )
      const { id, type, data } = event
      const accepted = { id, type, object: data.object as unknown as Received['object'] }
      received.push(accepted)
      return reply.code(statusFor(accepted)).send()
    } catch {
      refused += 1
      return reply.code(400).send()
    }
  })
  const address = await server.listen({ host: '127.0.0.1', port: 0 })
  return {
    url: `${address}/webhook`,
    received,
    types: () => received.map(({ type }) => type),
    refused: () => refused,
    close: () => server.close(),
  }
}
