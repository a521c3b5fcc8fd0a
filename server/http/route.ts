import type { FastifyContextConfig, FastifyReply, FastifyRequest, FastifySchema, RouteOptions } from 'fastify'
import type { Access, Answered, Call, SuccessOf, Taken } from '#contract/kit/call.ts'
import type { App } from './app-type.ts'
import type { Guard, Identity } from './identity.ts'

/** What the description of a call says, and how its route differs from others. `problems`: the statuses of its
 *  refusals, in addition to those of its guard and of all routes. */
type Details<C extends Call> = Pick<FastifySchema, 'problems' | 'security'> & {
  tag: string
  operationId: string
  summary: string
  config?: FastifyContextConfig
  errorHandler?: RouteOptions['errorHandler']
} & (C['access'] extends 'everyone' ? { identity?: Identity } : { identity: Identity })

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

/** Adds the route of a call. */
export function route<const C extends Call>(
  app: App,
  call: C,
  { identity, tag, operationId, summary, problems = [], security, config, errorHandler }: Details<C>,
  handle: Handler<C>,
) {
  const isForStaff = typeof call.access === 'object'
  const [status = 200] = Object.keys(call.answers).map(Number)
  const isStaffRead = call.method === 'GET' && isForStaff
  app.route({
    method: call.method,
    url: call.path,
    onRequest: guardsOf(identity, call.access),
    config: { ...config, isForStaff },
    ...(errorHandler && { errorHandler }),
    schema: {
      ...{ operationId, summary, problems, tags: [tag] },
      ...(security && { security }),
      ...(call.params && { params: call.params }),
      ...(call.query && { querystring: call.query }),
      ...(call.body && { body: call.body }),
      response: call.answers,
    },
    // The types of a request and its answers follow from the call, which the library's types can't see in a variable.
    handler: (request, reply) => {
      const answer = () => handle(request as never, reply.code(status) as never)
      return (isStaffRead && identity ? identity.inTurn(request, reply, answer) : answer()) as never
    },
  })
}

function guardsOf(identity: Identity | undefined, access: Access): Guard[] {
  if (access === 'everyone') return []
  if (!identity) throw new Error('A call that not everyone may make needs the guards of `identity`')
  switch (access) {
    case 'token':
      return [identity.bearer]
    case 'cookie':
      return [identity.session]
    case 'confirmed-cookie':
      return [identity.confirmedSession]
    case 'token-or-cookie':
      return [identity.holder]
  }
  if (access.confirmed) return [identity.mayConfirmed(access.staff)]
  return [access.byCookie ? identity.mayByTokenOrCookie(access.staff) : identity.may(access.staff)]
}
