import type { Account } from '#contract/account.ts'
import { accountCalls } from '#contract/calls/account.ts'
import { unauthenticated } from '#server/access/authorize.ts'
import type { SecurityLog } from '#server/access/security-log.ts'
import type { Db } from '#server/database/db.ts'
import type { App } from '#server/http/app-type.ts'
import type { Caller, Identity } from '#server/http/identity.ts'
import { problemOf } from '#server/http/refusal.ts'
import { route } from '#server/http/route.ts'
import type { Auth, SendMail } from '../better-auth.ts'
import { isDemoAdmin } from '../demo.ts'
import { isWrongPassword, type PasswordCalls } from '../password/calls.ts'
import { accountRefusals, passwordRefusals } from '../refusals.ts'
import { relay } from '../relay.ts'
import { findPasswordHash, findSessionUser } from '../store.ts'
import { webHeaders, webRequest } from '../web-request.ts'
import { toDevice } from './device.ts'
import { confirmSession, deleteOtherSessions, deleteSession, findAccountState, listSessions } from './store.ts'

type Deps = {
  auth: Auth
  db: Db
  identity: Identity
  publicUrl: string
  sendMail: SendMail
  passwordCalls: PasswordCalls
  security: SecurityLog
}

/** Registers the routes for the caller's own account: its state, its signed-in devices and its password. They accept
 *  the session cookie only. */
export function accountRoutes(app: App, deps: Deps) {
  const { identity } = deps
  route(app, identity, accountCalls.getAccount, (request) => accountState(deps, identity.caller(request)))
  listDevicesRoute(app, deps)
  signOutRoutes(app, deps)
  changePasswordRoute(app, deps)
  confirmRoute(app, deps)
}

function listDevicesRoute(app: App, { db, identity }: Deps) {
  route(app, identity, accountCalls.listDevices, async (request) => {
    const { userId, sessionId } = identity.caller(request)
    const sessions = await listSessions(db, userId)
    const devices = sessions.map((session) => toDevice(session, sessionId))
    return devices.sort((one, other) => Number(other.present) - Number(one.present))
  })
}

function signOutRoutes(app: App, { db, identity }: Deps) {
  route(app, identity, accountCalls.signOutDevice, async (request, reply) => {
    const { userId, sessionId } = identity.caller(request)
    const { id } = request.params
    if (id === sessionId) throw problemOf(accountRefusals, { reason: 'present-device' })
    // Reports another user's device as not found.
    if (!(await deleteSession(db, userId, id))) throw problemOf(accountRefusals, { reason: 'unknown-device' })
    return reply.code(204).send()
  })

  route(app, identity, accountCalls.signOutOtherDevices, async (request, reply) => {
    const { userId, sessionId } = identity.caller(request)
    await deleteOtherSessions(db, userId, sessionId)
    return reply.code(204).send()
  })
}

function changePasswordRoute(app: App, deps: Deps) {
  const { auth, db, identity, publicUrl, sendMail, passwordCalls, security } = deps
  route(app, identity, accountCalls.changePassword, async (request, reply) => {
    const { userId, sessionId, email } = identity.caller(request)
    if (isDemoAdmin(email)) throw problemOf(accountRefusals, { reason: 'advertised-password' })
    // Always signs out the other devices: someone else may have known the old password.
    const change = { ...request.body, revokeOtherSessions: true }
    const response = await passwordCalls
      .change(userId, () => auth.handler(webRequest(request, publicUrl, change)))
      .catch((error: unknown) => error)
    // The account may have been erased meanwhile.
    const isFailure = !(response instanceof Response) || response.status >= 500
    if (isFailure && !(await findSessionUser(db, sessionId))) throw unauthenticated()
    if (!(response instanceof Response)) throw response
    if (await isWrongPassword(response))
      throw problemOf(passwordRefusals, { ok: false, reason: 'wrong-password', field: 'currentPassword' })
    if (response.ok) {
      security.record('password-changed', { kind: 'change', subject: email })
      await sendMail({ kind: 'password-changed', recipient: email })
    }
    return relay(response, reply)
  })
}

function confirmRoute(app: App, { auth, db, identity, passwordCalls }: Deps) {
  route(app, identity, accountCalls.confirm, async (request, reply) => {
    const { userId, sessionId } = identity.caller(request)
    const { body } = request
    const headers = webHeaders(request)
    const response = await passwordCalls.change(userId, () =>
      auth.api.verifyPassword({ body, headers, asResponse: true }),
    )
    if (await isWrongPassword(response))
      throw problemOf(passwordRefusals, { ok: false, reason: 'wrong-password', field: 'password' })
    if (!response.ok) return relay(response, reply)
    await confirmSession(db, sessionId)
    return reply.code(204).send()
  })
}

async function accountState({ db }: Deps, caller: Caller): Promise<Account> {
  const { userId, email, withheldRole } = caller
  const isFixed = isDemoAdmin(email)
  const [{ emailConfirmed, hasSecondFactor }, hash] = await Promise.all([
    findAccountState(db, userId),
    findPasswordHash(db, email),
  ])
  return {
    emailConfirmed,
    password: isFixed ? 'advertised' : hash ? 'own' : 'none',
    secondFactor: isFixed ? 'none' : hasSecondFactor ? 'on' : withheldRole ? 'required' : 'off',
  }
}
