import type { FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import type { Access, Answered, Call, SuccessOf, Taken } from '#contract/kit/call.ts'
import type { App } from './app-type.ts'
import type { Guard, Identity } from './identity.ts'

type Request<C extends Call> = FastifyRequest<{
  Params: Taken<C, 'params'>
  Querystring: Taken<C, 'query'>
  Body: Taken<C, 'body'>
}>
type Reply<C extends Call> = FastifyReply<{ Reply: { [Status in keyof C['answers']]: Answered<C, Status> } }>

/** Answers a call with the status of its success and the body; or with what `reply` has sent. */
type Handler<C extends Call> = (
  request: Request<C>,
  reply: Reply<C>,
) => Promise<Answered<C, SuccessOf<C>> | Reply<C>> | Answered<C, SuccessOf<C>> | Reply<C>

type Options = Pick<RouteOptions, 'errorHandler'>
type Guarded = Exclude<Access, 'everyone'>

/** Adds the route of a call, with the guard that the call names. */
export function route<const C extends Call & { access: Guarded }>(
  app: App,
  identity: Identity,
  call: C,
  handle: Handler<C>,
  options: Options = {},
) {
  const { method, access } = call
  const isStaffRead = method === 'GET' && typeof access === 'object'
  const handleInTurn: Handler<C> = (request, reply) => identity.inTurn(request, reply, () => handle(request, reply))
  add(app, call, [guardOf(identity, access)], isStaffRead ? handleInTurn : handle, options)
}

/** Adds the route of a call that everyone may make. */
export function publicRoute<const C extends Call & { access: 'everyone' }>(app: App, call: C, handle: Handler<C>) {
  add(app, call, [], handle)
}

function add<C extends Call>(app: App, call: C, onRequest: Guard[], handle: Handler<C>, options: Options = {}) {
  const { id, tag, summary, problems = [], ifUncertain, access, params, query, body, answers } = call
  const [status = 200] = Object.keys(answers).map(Number)
  app.route({
    method: call.method,
    url: call.path,
    onRequest,
    config: { ...(ifUncertain && { ifUncertain }), isForStaff: typeof access === 'object' },
    ...options,
    schema: {
      ...{ operationId: id, summary, problems, tags: [tag] },
      ...(params && { params }),
      ...(query && { querystring: query }),
      ...(body && { body }),
      response: answers,
    },
    // The types of a request and its answers follow from the call, which the library's types can't see in a variable.
    handler: (request, reply) => handle(request as never, reply.code(status) as never) as never,
  })
}

function guardOf(identity: Identity, access: Guarded): Guard {
  switch (access) {
    case 'token':
      return identity.bearer
    case 'cookie':
      return identity.session
    case 'confirmed-cookie':
      return identity.confirmedSession
    case 'token-or-cookie':
      return identity.holder
  }
  if (access.confirmed) return identity.mayConfirmed(access.staff)
  return access.byCookie ? identity.mayByTokenOrCookie(access.staff) : identity.may(access.staff)
}
