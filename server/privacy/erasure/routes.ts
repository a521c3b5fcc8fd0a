import { z } from 'zod'
import { email } from '#contract/kit/text/email.ts'
import { authorize } from '#server/access/authorize.ts'
import type { App } from '#server/http/app-type.ts'
import type { Identity } from '#server/http/identity.ts'
import { problemOf } from '#server/http/refusal.ts'
import { emails } from '#server/mail/jobs.ts'
import { erasureRefusals } from '../refusals.ts'
import { type ErasureDeps, erase } from './erasure.ts'

type Deps = ErasureDeps & { identity: Identity }

// The page names the account that it shows: another one may be signed in meanwhile.
const ownAccount = z.object({ email })

/** Registers the routes by which people erase their account, and admins on behalf of a person. */
export function erasureRoutes(app: App, { identity, ...deps }: Deps) {
  const respond = (outcome: Awaited<ReturnType<typeof erase>>) => {
    if (!outcome.ok) throw problemOf(erasureRefusals, outcome)
    deps.jobs.wake(emails)
  }

  app.post(
    '/api/auth/erasure',
    {
      onRequest: [identity.confirmedSession],
      schema: {
        tags: ['account'],
        operationId: 'eraseAccount',
        summary: 'Erase the account of the caller',
        // Another call may have erased the account meanwhile.
        problems: [403, 404, 409],
        body: ownAccount,
        response: { 204: z.undefined() },
      },
    },
    async (request, reply) => {
      const { email: own } = request.body
      authorize(identity.caller(request), 'erase-own-account', { email: own })
      respond(await erase(deps, own, 'owner', request.ip))
      return reply.code(204).send()
    },
  )

  app.post(
    '/user/erasure/:email',
    {
      onRequest: [identity.mayConfirmed('erase-account')],
      schema: {
        tags: ['user'],
        operationId: 'eraseAccountOf',
        summary: 'Erase the account of somebody who asked for it',
        problems: [404, 409],
        params: z.object({ email }),
        response: { 204: z.undefined() },
      },
    },
    async (request, reply) => {
      const { userId, email: actor } = identity.caller(request)
      respond(await erase(deps, request.params.email, { staff: { userId, actor } }, request.ip))
      return reply.code(204).send()
    },
  )
}
