import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { maxCounted, totalHeader } from '#contract/kit/list.ts'
import { email } from '#contract/kit/text/email.ts'
import { listedUser, roleChange, userQuery } from '#contract/user.ts'
import type { RecordRead } from '#server/audit/record.ts'
import type { Db } from '#server/database/db.ts'
import type { App } from '#server/http/app-type.ts'
import type { Identity } from '#server/http/identity.ts'
import { linkNextPage } from '#server/http/next-page.ts'
import { type Actor, type AppendAudit, demote, promote } from './admin.ts'
import { refused } from './refusals.ts'
import { listUsers } from './store.ts'

type Deps = {
  db: Db
  identity: Identity
  appendAudit: AppendAudit
  /** Whether somebody whose email is not confirmed can become an admin. */
  allowUnconfirmed: boolean
  /** Returns the admin who sent `request`. */
  actorOf: (request: FastifyRequest) => Actor
  /** Records that staff look at the users. */
  recordRead: RecordRead
}

/** Registers the routes by which admins list users and change roles. */
export function userAdminRoutes(app: App, deps: Deps) {
  listRoute(app, deps)
  roleRoutes(app, deps)
}

const tags = ['user']

function listRoute(app: App, { db, identity, recordRead }: Deps) {
  app.get(
    '/user',
    {
      onRequest: [identity.may('list-users')],
      schema: {
        tags,
        operationId: 'listUsers',
        summary: 'The users',
        querystring: userQuery,
        response: { 200: z.array(listedUser) },
      },
    },
    async (request, reply) => {
      const { search, page, limit } = request.query
      const { total, users } = await listUsers(db, request.query)
      const ids = users.map(({ id }) => id)
      if (search === '') await recordRead(request, 'list-users', `page ${page}`, ids)
      else await recordRead(request, 'search-patients', search, ids)
      // Beyond `maxCounted` the total does not tell.
      if (users.length === limit && (page * limit < total || total === maxCounted))
        linkNextPage(request, reply, { page, limit })
      reply.header(totalHeader, total)
      return users.map(({ name, email, role, emailVerified }) => ({ name, email, role, verified: emailVerified }))
    },
  )
}

function roleRoutes(app: App, { identity, actorOf, ...deps }: Deps) {
  const params = z.object({ email })

  app.put(
    '/user/admin/:email',
    {
      onRequest: [identity.mayConfirmed('promote-user')],
      schema: {
        tags,
        operationId: 'makeAdmin',
        summary: 'Make somebody an admin',
        problems: [409],
        params,
        response: { 200: roleChange },
      },
    },
    async (request) => {
      const outcome = await promote(deps, request.params.email, actorOf(request))
      if (outcome.ok) return { modifiedCount: outcome.modifiedCount }
      throw refused(outcome.reason)
    },
  )

  app.delete(
    '/user/admin/:email',
    {
      onRequest: [identity.mayConfirmed('demote-user')],
      schema: {
        tags,
        operationId: 'removeAdmin',
        summary: 'Take the admin role from somebody',
        problems: [409],
        params,
        response: { 200: roleChange },
      },
    },
    async (request) => {
      const outcome = await demote(deps, request.params.email, actorOf(request))
      if (outcome.ok) return { modifiedCount: outcome.modifiedCount }
      throw refused(outcome.reason)
    },
  )
}
