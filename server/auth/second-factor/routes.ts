import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { secondFactorCalls } from '#contract/calls/second-factor.ts'
import { confirmationNeeded, requireConfirmedEmail } from '#server/access/authorize.ts'
import type { SecurityLog } from '#server/access/security-log.ts'
import type { openLimits } from '#server/database/attempts.ts'
import type { Db } from '#server/database/db.ts'
import type { App } from '#server/http/app-type.ts'
import type { Caller, Identity } from '#server/http/identity.ts'
import { clientNetwork } from '#server/http/limits/client-network.ts'
import { problemOf } from '#server/http/refusal.ts'
import { publicRoute, route } from '#server/http/route.ts'
import type { Auth, SendMail } from '../better-auth.ts'
import { demoAdmin } from '../demo.ts'
import { isWrongPassword, type PasswordCalls } from '../password/calls.ts'
import { codeSentences, passwordRefusals, secondFactorRefusals } from '../refusals.ts'
import { relay } from '../relay.ts'
import { findPasswordHash } from '../store.ts'
import { webHeaders, webRequest } from '../web-request.ts'
import { deletePasskeys, deleteSessionByToken, hasSecondFactor } from './store.ts'

export type SecondFactorDeps = {
  auth: Auth
  db: Db
  identity: Identity
  publicUrl: string
  sendMail: SendMail
  passwordCalls: PasswordCalls
  limits: Pick<ReturnType<typeof openLimits>, 'take'>
  security: SecurityLog
}

/** Registers the routes for authenticator apps and recovery codes: to set them up, and to sign in with them. */
export function secondFactorRoutes(app: App, deps: SecondFactorDeps) {
  setUpRoutes(app, deps)
  signInRoutes(app, deps)
}

function setUpRoutes(app: App, deps: SecondFactorDeps) {
  changeRoute(app, deps, secondFactorCalls.setUpSecondFactor, { check: requireConfirmedEmail })
  changeRoute(app, deps, secondFactorCalls.renewRecoveryCodes)
  changeRoute(app, deps, secondFactorCalls.turnOffSecondFactor, {
    onDone: async ({ userId, email }) => {
      await deletePasskeys(deps.db, userId)
      await reportChange(deps, email, 'off')
    },
  })
}

type Change = {
  /** Throws if the caller may not do it. */
  check?: (caller: Caller) => void
  onDone?: (caller: Caller) => Promise<void>
}

/** Registers a call that changes the second factor, once the caller has confirmed it. */
function changeRoute(
  app: App,
  deps: SecondFactorDeps,
  call: (typeof secondFactorCalls)['setUpSecondFactor' | 'renewRecoveryCodes' | 'turnOffSecondFactor'],
  { check, onDone }: Change = {},
) {
  const { identity } = deps
  route<typeof call>(app, identity, call, async (request, reply) => {
    const caller = identity.caller(request)
    if (caller.email === demoAdmin.email) throw problemOf(secondFactorRefusals, { reason: 'fixed-account' })
    check?.(caller)
    const response = await changeSecondFactor(deps, request)
    if (response.ok) await onDone?.(caller)
    return relay(response, reply, codeSentences)
  })
}

/** Records a change of a second factor in the security log, and tells its owner by email. */
export async function reportChange(
  { security, sendMail }: Pick<SecondFactorDeps, 'security' | 'sendMail'>,
  email: string,
  kind: 'on' | 'off' | 'passkey-added' | 'passkey-removed',
): Promise<void> {
  security.record('second-factor-changed', { kind, subject: email })
  await sendMail({ kind: 'second-factor-changed', recipient: email })
}

/** Forwards a change to Better Auth. An account with a password must name it; another must have signed in within the
 *  hour. */
async function changeSecondFactor(deps: SecondFactorDeps, request: FastifyRequest): Promise<Response> {
  const { auth, db, identity, publicUrl, passwordCalls } = deps
  const { userId, email, isConfirmed } = identity.caller(request)
  if (!isConfirmed && !(await findPasswordHash(db, email))) throw confirmationNeeded()
  const response = await passwordCalls
    .change(userId, () => auth.handler(webRequest(request, publicUrl)))
    .catch((error) => {
      throw isDuplicate(error) ? problemOf(secondFactorRefusals, { reason: 'other-change' }) : error
    })
  if (await isWrongPassword(response))
    throw problemOf(passwordRefusals, { ok: false, reason: 'wrong-password', field: 'password' })
  return response
}

// Another request of the same person set up an app in the meantime: `two_factor_of_user_once` allows one.
function isDuplicate(error: unknown) {
  return error instanceof Error && (error.cause as { code?: unknown } | undefined)?.code === '23505'
}

function signInRoutes(app: App, deps: SecondFactorDeps) {
  publicRoute(app, secondFactorCalls.enterAppCode, async (request, reply) => {
    const owner = await userOfSession(deps, request)
    if (owner) {
      requireConfirmedEmail({ hasConfirmedEmail: owner.emailVerified })
      if (await hasSecondFactor(deps.db, owner.id)) throw problemOf(secondFactorRefusals, { reason: 'already-on' })
    }
    return verify(deps, request, reply, owner ? 'set-up' : 'sign-in')
  })
  publicRoute(app, secondFactorCalls.enterRecoveryCode, async (request, reply) => {
    // Only a code of the app shows that the set-up works.
    if (await userOfSession(deps, request)) throw problemOf(secondFactorRefusals, { reason: 'signed-in' })
    return verify(deps, request, reply, 'sign-in')
  })
}

const verified = z.object({ token: z.string(), user: z.object({ id: z.string(), email: z.string() }) })

async function verify(
  deps: SecondFactorDeps,
  request: FastifyRequest<{ Body: { code: string } }>,
  reply: FastifyReply,
  purpose: 'set-up' | 'sign-in',
) {
  const { auth, db, publicUrl, limits, security } = deps
  const response = await auth.handler(webRequest(request, publicUrl))
  if (!response.ok) {
    security.record('sign-in-failed', { kind: 'second-factor', client: clientNetwork(request.ip) })
    return relay(response, reply, codeSentences)
  }
  const { token, user } = verified.parse(await response.clone().json())
  // A code counts once (RFC 6238, 5.2). Better Auth would accept it again while the app shows it.
  const wait = await limits.take('second factor', `${user.id} ${request.body.code}`, {
    attempts: 1,
    refillSeconds: 120,
  })
  if (wait !== undefined) {
    await deleteSessionByToken(db, token)
    throw problemOf(secondFactorRefusals, { reason: 'used-code' })
  }
  // Between the steps the factor was removed, so that the code is of a set-up that nobody has finished.
  if (purpose === 'sign-in' && !(await hasSecondFactor(db, user.id))) {
    await deleteSessionByToken(db, token)
    throw problemOf(secondFactorRefusals, { reason: 'off' })
  }
  if (purpose === 'set-up') await reportChange(deps, user.email, 'on')
  else security.record('signed-in', { kind: 'second-factor', subject: user.email })
  return relay(response, reply, codeSentences)
}

// With a session the code finishes the set-up, without one it continues a sign-in.
async function userOfSession({ auth }: SecondFactorDeps, request: FastifyRequest) {
  if (!request.headers.cookie) return undefined
  const found = await auth.api.getSession({ headers: webHeaders(request), query: { disableRefresh: true } })
  return found?.user
}
