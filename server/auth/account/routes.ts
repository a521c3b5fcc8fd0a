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
import { relay } from '../routes.ts'
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

/** One's own account: its state, its signed-in devices, its password. By cookie only. */
export function accountRoutes(app: App, { auth, db, identity, publicUrl, sendMail, passwordCalls, security }: Deps) {
  const tags = ['account']
  const onRequest = [identity.session]

  app.get(
    '/api/auth/account',
    {
      onRequest,
      schema: { tags, operationId: 'getAccount', summary: 'How the account stands', response: { 200: account } },
    },
    (request) => standing(db, identity.caller(request)),
  )

  app.get(
    '/api/auth/devices',
    {
      onRequest,
      schema: {
        tags,
        operationId: 'listDevices',
        summary: 'Where the account is signed in',
        response: { 200: z.array(device) },
      },
    },
    async (request) => {
      const { userId, sessionId } = identity.caller(request)
      const sessions = await listSessions(db, userId)
      return sessions.map((session) => toResponse(session, sessionId)).sort(presentFirst)
    },
  )

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
      // Report another person's device as not found.
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

  app.post(
    '/api/auth/change-password',
    {
      onRequest,
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
      // Whatever the body says, so that nobody stays signed in who knew the old password.
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

async function standing(db: Db, { userId, email }: Caller): Promise<Account> {
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

function presentFirst(one: Device, other: Device) {
  return Number(other.present) - Number(one.present)
}
