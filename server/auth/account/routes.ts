import { z } from 'zod'
import { type Account, account, type Device, device, deviceId, passwordChange } from '#contract/account.ts'
import type { Db } from '#server/database/open.ts'
import type { App } from '#server/http/app-type.ts'
import type { Caller, Identity } from '#server/http/identity.ts'
import { invalid, ProblemError } from '#server/http/problem.ts'
import type { Auth, SendMail } from '../better-auth.ts'
import { demoAdmin } from '../demo.ts'
import { relay } from '../routes.ts'
import { hasPassword } from '../store.ts'
import { webRequest } from '../web-request.ts'
import { deviceName, readableAddress } from './device.ts'
import { deleteOtherSessions, deleteSession, isConfirmed, listSessions, type SessionRow } from './store.ts'

type Parts = { auth: Auth; db: Db; identity: Identity; publicUrl: string; sendMail: SendMail }

/** What people see and change of their own account: how it stands, where it is signed in, its password. By cookie only. */
export function accountRoutes(app: App, { auth, db, identity, publicUrl, sendMail }: Parts) {
  const tags = ['account']
  const onRequest = [identity.session]

  app.get('/api/auth/account', { onRequest, schema: { tags, response: { 200: account } } }, (request, reply) => {
    reply.header('cache-control', 'no-store')
    return standing(db, identity.caller(request))
  })

  app.get(
    '/api/auth/devices',
    { onRequest, schema: { tags, response: { 200: z.array(device) } } },
    async (request, reply) => {
      const { userId, sessionId } = identity.caller(request)
      const sessions = await listSessions(db, userId)
      reply.header('cache-control', 'no-store')
      return sessions.map((session) => onTheWire(session, sessionId)).sort(presentFirst)
    },
  )

  app.delete('/api/auth/devices/:id', { onRequest, schema: { tags, params: deviceId } }, async (request, reply) => {
    const { userId, sessionId } = identity.caller(request)
    const { id } = request.params
    if (id === sessionId) throw new ProblemError(409, 'This is the device that you are using. Sign Out ends it.')
    // Somebody else's is as unknown as none.
    if (!(await deleteSession(db, userId, id))) throw new ProblemError(404, 'This device is not signed in any more.')
    return reply.code(204).send()
  })

  app.delete('/api/auth/devices', { onRequest, schema: { tags } }, async (request, reply) => {
    const { userId, sessionId } = identity.caller(request)
    await deleteOtherSessions(db, userId, sessionId)
    return reply.code(204).send()
  })

  app.post(
    '/api/auth/change-password',
    { onRequest, schema: { tags, body: passwordChange } },
    async (request, reply) => {
      const { email } = identity.caller(request)
      if (isAdvertised(email)) throw new ProblemError(403, 'The password of the demo admin stays as it is shown.')
      // Whatever the body says: whoever knew the old password no longer gets in by it.
      const change = { ...request.body, revokeOtherSessions: true }
      const answer = await auth.handler(webRequest(request, publicUrl, change))
      if (await isWrongPassword(answer)) throw invalid({ currentPassword: 'This is not your current password' })
      if (answer.ok) await sendMail({ kind: 'password-changed', recipient: email })
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

function onTheWire({ id, userAgent, ipAddress, createdAt, updatedAt }: SessionRow, present: string): Device {
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

const wrongPassword = z.object({ code: z.literal('INVALID_PASSWORD') })

async function isWrongPassword(answer: Response): Promise<boolean> {
  return answer.status === 400 && wrongPassword.safeParse(await answer.clone().json()).success
}
