import { z } from 'zod'
import { totalHeader } from '#contract/list.ts'
import { email, listedUser, promotion, userQuery } from '#contract/user.ts'
import type { Db } from '#server/database/open.ts'
import type { App } from '#server/http/app-type.ts'
import type { Identity } from '#server/http/identity.ts'
import { ProblemError } from '#server/http/problem.ts'
import { type AppendAudit, promote } from './promote.ts'
import { countUsers, listUsers } from './store.ts'

/** The users, and who among them is an admin: for admins. */
export function userAdminRoutes(app: App, parts: { db: Db; identity: Identity; appendAudit: AppendAudit }) {
  const { db, identity, appendAudit } = parts
  const tags = ['user']
  app.get(
    '/user',
    { onRequest: [identity.admin], schema: { tags, querystring: userQuery, response: { 200: z.array(listedUser) } } },
    async ({ query }, reply) => {
      const [total, users] = await Promise.all([countUsers(db, query.search), listUsers(db, query)])
      reply.header(totalHeader, total)
      return users
    },
  )

  app.put(
    '/user/admin/:email',
    { onRequest: [identity.admin], schema: { tags, params: z.object({ email }), response: { 200: promotion } } },
    async (request) => {
      const { userId, email: own } = identity.caller(request)
      const by = { userId, email: own, clientAddress: request.ip }
      const modifiedCount = await promote(db, appendAudit, request.params.email, by)
      if (modifiedCount === undefined) throw new ProblemError(404, 'Nobody has an account with this address.')
      return { modifiedCount }
    },
  )
}
