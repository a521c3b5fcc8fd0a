import { z } from 'zod'
import { type Account, account, type Device, device, deviceId, passwordChange } from '#contract/account.ts'
import type { SecurityLog } from '#server/access/security-log.ts'
import type { Db } from '#server/database/db.ts'
import type { App } from '#server/http/app-type.ts'
import type { Caller, Identity } from '#server/http/identity.ts'
import { invalid } from '#server/http/problem.ts'
import { noBody, signedIn } from '../answers.ts'
import type { Auth, SendMail } from '../better-auth.ts'
import { demoAdmin } from '../demo/demo.ts'
import { isWrongPassword, type PasswordCalls } from '../password/calls.ts'
import { relay } from '../relay.ts'
import { hasPassword } from '../store.ts'
import { webRequest } from '../web-request.ts'
import { deviceName, readableAddress } from './device.ts'
import { fieldRefusals, refused } from './refusals.ts'
import { deleteOtherSessions, deleteSession, isConfirmed, listSessions, type SessionRow } from './store.ts'

type Deps = {
  auth: Auth
  db: Db
  identity: Identity
  publicUrl: string
  sendMail: SendMail
  passwordCalls: PasswordCalls
  security: SecurityLog
}

/** Registers the calls about the caller's own account: its state, its signed-in devices, its password. By session cookie only. */
export function accountRoutes(app: App, deps: Deps) {
  const { db, identity } = deps
  app.get(
    '/api/auth/account',
    {
      onRequest: [identity.session],
      schema: { tags, operationId: 'getAccount', summary: "The account's state", response: { 200: account } },
    },
    (request) => accountState(db, identity.caller(request)),
  )
  deviceRoutes(app, deps)
  changePasswordRoute(app, deps)
}

const tags = ['account']

function deviceRoutes(app: App, { db, identity }: Deps) {
  const onRequest = [identity.session]

  app.get(
    '/api/auth/devices',
    {
      onRequest,
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
      return sessions.map((session) => toResponse(session, sessionId)).sort(byPresentFirst)
    },
  )
  signOutRoutes(app, { db, identity })
}

function signOutRoutes(app: App, { db, identity }: Pick<Deps, 'db' | 'identity'>) {
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
      // Another person's device is reported as not found.
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
        response: { 200: signedIn },
      },
    },
    async (request, reply) => {
      const { userId, email } = identity.caller(request)
      if (isAdvertised(email)) throw refused('advertised-password')
      // Regardless of the body: anyone who knew the old password is signed out.
      const change = { ...request.body, revokeOtherSessions: true }
      const answer = await passwordCalls.change(userId, () => auth.handler(webRequest(request, publicUrl, change)))
      if (await isWrongPassword(answer)) throw invalid({ currentPassword: fieldRefusals['wrong-password'] })
      if (answer.ok) {
        security.record('password-changed', { kind: 'change', requestId: request.id, subject: email })
        await sendMail({ kind: 'password-changed', recipient: email })
      }
      return relay(answer, reply)
    },
  )
}

async function accountState(db: Db, { userId, email }: Caller): Promise<Account> {
  const [emailConfirmed, own] = await Promise.all([isConfirmed(db, userId), hasPassword(db, userId)])
  return { emailConfirmed, password: isAdvertised(email) ? 'advertised' : own ? 'own' : 'none' }
}

function isAdvertised(email: string) {
  return email === demoAdmin.email
}

function toResponse({ id, userAgent, ipAddress, createdAt, updatedAt }: SessionRow, present: string): Device {
  return {
    id,
    name: deviceName(userAgent ?? ''),
    address: readableAddress(ipAddress ?? ''),
    signedIn: createdAt.toISOString(),
    lastUsed: updatedAt.toISOString(),
    present: id === present,
  }
}

function byPresentFirst(one: Device, other: Device) {
  return Number(other.present) - Number(one.present)
}
