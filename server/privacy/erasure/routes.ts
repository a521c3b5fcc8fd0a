import { privacyCalls } from '#contract/calls/erasure.ts'
import { authorize } from '#server/access/authorize.ts'
import type { App } from '#server/http/app-type.ts'
import type { Identity } from '#server/http/identity.ts'
import { problemOf } from '#server/http/refusal.ts'
import { route } from '#server/http/route.ts'
import { emails } from '#server/mail/jobs.ts'
import { erasureRefusals, patientErasureRefusals } from '../refusals.ts'
import { type ErasureDeps, erase } from './erasure.ts'
import { eraseUnowned } from './unowned.ts'

type Deps = ErasureDeps & { identity: Identity }

/** Registers the routes by which people erase their account, and admins on behalf of a person. */
export function erasureRoutes(app: App, { identity, ...deps }: Deps) {
  const respond = (outcome: Awaited<ReturnType<typeof erase>>) => {
    if (!outcome.ok) throw problemOf(erasureRefusals, outcome)
    deps.jobs.wake(emails)
  }

  route(app, identity, privacyCalls.eraseAccount, async (request, reply) => {
    const { email: own } = request.body
    authorize(identity.caller(request), 'erase-own-account', { email: own })
    respond(await erase(deps, own, 'owner', request.ip))
    return reply.code(204).send()
  })

  route(app, identity, privacyCalls.eraseAccountOf, async (request, reply) => {
    const { userId, email: actor } = identity.caller(request)
    respond(await erase(deps, request.params.email, { staff: { userId, actor } }, request.ip))
    return reply.code(204).send()
  })

  route(app, identity, privacyCalls.erasePatient, async (request, reply) => {
    const { userId, email: actor } = identity.caller(request)
    const outcome = await eraseUnowned(deps, request.params.id, { userId, actor, ip: request.ip })
    if (!outcome.ok) throw problemOf(patientErasureRefusals, outcome)
    return reply.code(204).send()
  })
}
