import Fastify from 'fastify'
import { serializerCompiler, validatorCompiler, type ZodTypeProvider } from 'fastify-type-provider-zod'
import { pino } from 'pino'
import Stripe from 'stripe'
import { openStripeSandbox } from '#sandbox/stripe/sandbox.ts'
import { createPglite, preparePglite } from '#server/database/engine/pglite.ts'
import type { App } from '#server/http/app-type.ts'
import { answerErrorsWithProblems } from '#server/http/problem.ts'
import { sameOriginOnly } from '#server/http/same-origin.ts'
import { pagePolicy, securityHeaders } from '#server/http/security.ts'
import { openJobs } from '#server/jobs/jobs.ts'
import { fontRoutes } from '#server/site/fonts.ts'
import { freePort } from '#testbed/free-port.ts'

const page = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>A page that takes cards</title>
    <link rel="icon" href="data:,">
    <script src="/sandbox/stripe/stripe.js"></script>
  </head>
  <body>
    <main>
      <h1>Pay</h1>
      <form>
        <label for="card">Card</label>
        <div id="card"></div>
        <button type="button">Pay</button>
      </form>
      <p role="status"></p>
    </main>
  </body>
</html>
`

/** Starts a site with the card sandbox and one page with a card field, under the clinic's Content-Security-Policy.
 *  `stripe` is the site's client of the sandbox's API. */
export async function openCardSite() {
  const port = await freePort()
  const url = `http://localhost:${port}`
  const database = await preparePglite(await createPglite())
  const log = pino({ level: 'silent' })
  const jobs = await openJobs({ database, log })
  const sandbox = await openStripeSandbox({ database, jobs, secret: 'a secret', log, publicUrl: url })
  const app: App = Fastify().withTypeProvider<ZodTypeProvider>()
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)
  answerErrorsWithProblems(app)
  const headers = securityHeaders({ https: false })
  app.addHook('onRequest', (_request, reply, done) => {
    reply.headers(headers.answer)
    done()
  })
  app.addHook('onRequest', sameOriginOnly([url]))
  await sandbox.routes(app)
  fontRoutes(app)
  const policy = `${pagePolicy([], false)}; frame-src 'self'`
  app.get('/', (_request, reply) =>
    reply
      .headers({ ...headers.page, 'content-security-policy': policy })
      .type('text/html; charset=utf-8')
      .send(page),
  )
  await app.listen({ port, host: '127.0.0.1' })
  const { secretKey, publishableKey, api } = sandbox.account
  return {
    url,
    publishableKey,
    setFaults: (faults: object) =>
      fetch(`${url}/sandbox/stripe/faults`, {
        method: 'POST',
        headers: { authorization: `Bearer ${secretKey}`, 'content-type': 'application/json' },
        body: JSON.stringify(faults),
      }),
    stripe: new Stripe(secretKey, { ...api, telemetry: false }),
    close: async () => {
      await app.close()
      await jobs.close()
      await sandbox.close()
      await database.close()
    },
  }
}
export type CardSite = Awaited<ReturnType<typeof openCardSite>>
