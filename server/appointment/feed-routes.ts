import { v4 as uuid } from 'uuid'
import { z } from 'zod'
import { feedCalls } from '#contract/calls/feed.ts'
import { requireConfirmedEmail } from '#server/access/authorize.ts'
import type { Audit } from '#server/audit/audit.ts'
import type { App } from '#server/http/app-type.ts'
import { etagOf, isUnchanged } from '#server/http/etag.ts'
import type { Caller, Identity } from '#server/http/identity.ts'
import { ProblemError } from '#server/http/problem.ts'
import { route } from '#server/http/route.ts'
import { type FeedDeps, readFeed, renewFeedOfDoctor } from './feed.ts'
import { ensureFeed, findDoctorName, renewFeed } from './feed-store.ts'

type Deps = FeedDeps & {
  identity: Identity
  audit: Audit
}

const tags = ['calendar']
/** Registers the private calendar feeds, and the routes by which patients and admins get and renew their addresses
 *  (docs/decisions/0034). */
export function feedRoutes(app: App, deps: Deps) {
  readRoute(app, deps)
  ownRoute(app, deps)
  renewOwnRoute(app, deps)
  doctorRoute(app, deps)
  renewDoctorRoute(app, deps)
}

function readRoute(app: App, deps: Deps) {
  app.get(
    '/calendar/feed/:file',
    {
      schema: {
        tags,
        operationId: 'readFeed',
        summary: 'A private calendar feed',
        problems: [404],
        params: z.object({ file: z.string() }),
        response: { 200: { content: { 'text/calendar': { schema: z.string() } } }, 304: z.undefined() },
      },
    },
    async (request, reply) => {
      const content = await readFeed(deps, request.params.file)
      if (content === undefined) throw new ProblemError(404, 'There is no such calendar.')
      const etag = etagOf(content)
      reply.headers({ etag, 'cache-control': 'private, no-cache' })
      if (isUnchanged(request, etag)) return reply.code(304).send()
      return reply.type('text/calendar; charset=utf-8').send(content)
    },
  )
}

function ownRoute(app: App, { db, identity, feedAddresses }: Deps) {
  route(app, identity, feedCalls.getOwnFeed, async (request) => {
    const userId = feedOwner(identity.caller(request))
    return { url: feedAddresses.urlOf(await ensureFeed(db, { userId }, uuid())) }
  })
}

function renewOwnRoute(app: App, { db, identity, feedAddresses }: Deps) {
  route(app, identity, feedCalls.renewOwnFeed, async (request) => {
    const userId = feedOwner(identity.caller(request))
    return { url: feedAddresses.urlOf(await renewFeed(db, { userId }, uuid())) }
  })
}

function doctorRoute(app: App, { db, identity, feedAddresses }: Deps) {
  route(app, identity, feedCalls.getDoctorFeed, async ({ params: { id: doctorId } }) => {
    if ((await findDoctorName(db, doctorId)) === undefined) throw unknownDoctor()
    return { url: feedAddresses.urlOf(await ensureFeed(db, { doctorId }, uuid())) }
  })
}

function renewDoctorRoute(app: App, { db, identity, feedAddresses, audit }: Deps) {
  route(app, identity, feedCalls.renewDoctorFeed, async (request) => {
    const outcome = await renewFeedOfDoctor(db, request.params.id, audit.recordFor(request))
    if (!outcome.ok) throw unknownDoctor()
    return { url: feedAddresses.urlOf(outcome.id) }
  })
}

// A feed outlives the session, so that only the owner of the email gets one.
function feedOwner(caller: Caller): string {
  requireConfirmedEmail(caller)
  return caller.userId
}

const unknownDoctor = () => new ProblemError(404, 'There is no such doctor.')
