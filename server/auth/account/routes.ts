import { z } from 'zod'
import { type Account, account, confirmation, device, deviceId, passwordChange } from '#contract/account.ts'
import type { SecurityLog } from '#server/access/security-log.ts'
import type { Db } from '#server/database/db.ts'
import type { App } from '#server/http/app-type.ts'
import type { Caller, Identity } from '#server/http/identity.ts'
import { invalid } from '#server/http/problem.ts'
import { noBody, signInResponse } from '../answers.ts'
import type { Auth, SendMail } from '../better-auth.ts'
import { demoAdmin } from '../demo.ts'
import { isWrongPassword, type PasswordCalls } from '../password/calls.ts'
import { relay } from '../relay.ts'
import { findPasswordHash } from '../store.ts'
import { webHeaders, webRequest } from '../web-request.ts'
import { toDevice } from './device.ts'
import { fieldRefusals, refused } from './refusals.ts'
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

/** Registers the routes for the caller's own account: its state, its signed-in devices and its password. They accept the session cookie
 *  only. */
export function accountRoutes(app: App, deps: Deps) {
  const { identity } = deps
  app.get(
    '/api/auth/account',
    {
      onRequest: [identity.session],
      schema: { tags, operationId: 'getAccount', summary: "The account's state", response: { 200: account } },
    },
    (request) => accountState(deps, identity.caller(request)),
  )
  listDevicesRoute(app, deps)
  signOutRoutes(app, deps)
  changePasswordRoute(app, deps)
  confirmRoute(app, deps)
}

const tags = ['account']

function listDevicesRoute(app: App, { db, identity }: Deps) {
  app.get(
    '/api/auth/devices',
    {
      onRequest: [identity.session],
      schema: {
        tags,
        operationId: 'listDevices',
        summary: 'List the devices signed in to the account',
        response: { 200: z.array(device) },
      },
    },
    async (request) => {
      const { userId, sessionId } = identity.caller(request)
      const sessions = await listSessions(db, userId)
      const devices = sessions.map((session) => toDevice(session, sessionId))
      return devices.sort((one, other) => Number(other.present) - Number(one.present))
    },
  )
}

function signOutRoutes(app: App, { db, identity }: Deps) {
  const onRequest = [identity.session]
  app.delete(
    '/api/auth/devices/:id',
    {
      onRequest,
      schema: {
        tags,
        operationId: 'signOutDevice',
        summary: 'Sign another device out',
        problems: [404, 409],
        params: deviceId,
        response: { 204: noBody },
      },
    },
    async (request, reply) => {
      const { userId, sessionId } = identity.caller(request)
      const { id } = request.params
      if (id === sessionId) throw refused('present-device')
      // Reports another user's device as not found.
      if (!(await deleteSession(db, userId, id))) throw refused('unknown-device')
      return reply.code(204).send()
    },
  )

  app.delete(
    '/api/auth/devices',
    {
      onRequest,
      schema: {
        tags,
        operationId: 'signOutOtherDevices',
        summary: 'Sign all other devices out',
        response: { 204: noBody },
      },
    },
    async (request, reply) => {
      const { userId, sessionId } = identity.caller(request)
      await deleteOtherSessions(db, userId, sessionId)
      return reply.code(204).send()
    },
  )
}

function changePasswordRoute(app: App, deps: Deps) {
  const { auth, identity, publicUrl, sendMail, passwordCalls, security } = deps
  app.post(
    '/api/auth/change-password',
    {
      onRequest: [identity.session],
      schema: {
        tags,
        operationId: 'changePassword',
        summary: 'Change the password',
        body: passwordChange,
        response: { 200: signInResponse },
      },
    },
    async (request, reply) => {
      const { userId, email } = identity.caller(request)
      if (isDemoAdmin(email)) throw refused('advertised-password')
      // Always signs out the other devices: someone else may have known the old password.
      const change = { ...request.body, revokeOtherSessions: true }
      const response = await passwordCalls.change(userId, () => auth.handler(webRequest(request, publicUrl, change)))
      if (await isWrongPassword(response)) throw invalid({ currentPassword: fieldRefusals['wrong-password'] })
      if (response.ok) {
        security.record('password-changed', { kind: 'change', subject: email })
        await sendMail({ kind: 'password-changed', recipient: email })
      }
      return relay(response, reply)
    },
  )
}

function confirmRoute(app: App, { auth, db, identity, passwordCalls }: Deps) {
  app.post(
    '/api/auth/confirm',
    {
      onRequest: [identity.session],
      schema: {
        tags,
        operationId: 'confirm',
        summary: 'Prove again who you are, for calls that ask for it',
        body: confirmation,
        response: { 204: noBody },
      },
    },
    async (request, reply) => {
      const { userId, sessionId } = identity.caller(request)
      const { body } = request
      const headers = webHeaders(request)
      const response = await passwordCalls.change(userId, () =>
        auth.api.verifyPassword({ body, headers, asResponse: true }),
      )
      if (await isWrongPassword(response)) throw invalid({ password: fieldRefusals['wrong-password'] })
      if (!response.ok) return relay(response, reply)
      await confirmSession(db, sessionId)
      return reply.code(204).send()
    },
  )
}

async function accountState({ db }: Deps, caller: Caller): Promise<Account> {
  const { userId, email, lacksSecondFactor } = caller
  const isFixed = isDemoAdmin(email)
  const [{ emailConfirmed, hasSecondFactor }, hash] = await Promise.all([
    findAccountState(db, userId),
    findPasswordHash(db, email),
  ])
  return {
    emailConfirmed,
    password: isFixed ? 'advertised' : hash ? 'own' : 'none',
    secondFactor: isFixed ? 'none' : hasSecondFactor ? 'on' : lacksSecondFactor ? 'required' : 'off',
  }
}

function isDemoAdmin(email: string) {
  return email === demoAdmin.email
}
