import { z } from 'zod'
import { email } from '#contract/kit/text/email.ts'
import { adminResponse, tokenRequest, tokenResponse } from '#contract/user.ts'
import type { Db } from '#server/database/db.ts'
import type { App } from '#server/http/app-type.ts'
import type { Identity } from '#server/http/identity.ts'
import { invalid, ProblemError } from '#server/http/problem.ts'
import { findRole } from './store.ts'

type Parts = {
  db: Db
  identity: Identity
  /** Signs an access token with a lifetime of one hour. */
  issueToken: (claims: { userId: string; sessionId: string; email: string }) => Promise<string>
}

/** Access tokens, and the check for admins. */
export function userRoutes(app: App, { db, identity, issueToken }: Parts) {
  const tags = ['user']
  const params = z.object({ email })
  app.put(
    '/user/:email',
    {
      onRequest: [identity.session],
      schema: {
        tags,
        operationId: 'issueToken',
        summary: 'An access token for the session',
        params,
        body: tokenRequest,
        response: { 200: tokenResponse },
      },
    },
    async (request) => {
      const caller = identity.caller(request)
      if (request.params.email !== caller.email) {
        throw new ProblemError(403, 'A token is only given for your own account.')
      }
      if (request.body.email !== caller.email) throw invalid({ email: 'Not the address that the call names' })
      return { token: await issueToken(caller) }
    },
  )

  app.get(
    '/admin/:email',
    {
      onRequest: [identity.bearer],
      schema: {
        tags,
        operationId: 'isAdmin',
        summary: 'Whether somebody is an admin',
        problems: [403],
        params,
        response: { 200: adminResponse },
      },
    },
    async (request) => {
      const { email: own, role } = identity.caller(request)
      const asked = request.params.email
      if (asked === own) return { admin: role === 'admin' }
      if (role !== 'admin') throw new ProblemError(403, 'You can only ask about your own account.')
      return { admin: (await findRole(db, asked)) === 'admin' }
    },
  )
}
