import { STATUS_CODES } from 'node:http'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod'
import type { Problem } from '#contract/kit/problem.ts'

/** Extension members of a problem (RFC 9457, 3.2). `errors` has a message for each refused field; `code` is the reason for programs. */
type Extensions = Pick<Problem, 'errors' | 'code'> & Record<string, unknown>

/** An error that a hook or a handler throws to answer with a problem (RFC 9457). */
export class ProblemError extends Error {
  readonly status: number
  readonly extensions: Extensions
  constructor(status: number, detail: string, extensions: Extensions = {}) {
    super(detail)
    this.status = status
    this.extensions = extensions
  }
}

/** Returns a 400 with a message for each refused field. */
export const invalid = (errors: Record<string, string>, extensions: Record<string, unknown> = {}) =>
  new ProblemError(400, sentenceOf(errors), { ...extensions, errors })

/** Returns a message for each field that a route's schema refused; undefined for any other error. */
export function refusedFields(error: unknown): Record<string, string> | undefined {
  if (!hasZodFastifySchemaValidationErrors(error)) return undefined
  return fieldsOf(error.validation, error.validationContext ?? 'body')
}

/** Answers with a problem. One of the server (5xx) has the id of the request, so that the log lines about it can be found. */
export function sendProblem(reply: FastifyReply, status: number, detail: string, extensions?: Record<string, unknown>) {
  const requestId = status >= 500 ? reply.request.id : undefined
  const problem = { ...createProblem(status, detail), ...extensions, requestId }
  return reply.code(status).type('application/problem+json').serializer(JSON.stringify).send(problem)
}

/** Returns a problem with the title of its status. */
export function createProblem(status: number, detail: string): Problem {
  return { type: 'about:blank', title: STATUS_CODES[status] ?? 'Error', status, detail }
}

/** Makes `app` answer every error with a problem. For server errors, neither the response nor the log contains request data. */
export function answerErrorsWithProblems(app: FastifyInstance) {
  app.setErrorHandler<FastifyError>((error, request, reply) => {
    if (error instanceof ProblemError) {
      if (error.status === 503) reply.header('retry-after', '10')
      return sendProblem(reply, error.status, error.message, error.extensions)
    }
    const errors = refusedFields(error)
    if (errors) return sendProblem(reply, 400, sentenceOf(errors), { errors })
    if (isUnstorableText(error))
      return sendProblem(reply, 400, 'The request contains characters that can not be stored.')
    if (error.statusCode && error.statusCode < 500) return sendClientError(error, error.statusCode, reply)
    return sendServerError(error, request, reply)
  })
}

function fieldsOf(validation: { instancePath: string; message?: string }[], context: string) {
  const errors: Record<string, string> = {}
  for (const { instancePath, message } of validation) {
    const field = instancePath.split('/').filter(Boolean).join('.') || context
    errors[field] ??= message ?? 'Not valid'
  }
  return errors
}

function sentenceOf(errors: Record<string, string>) {
  return Object.entries(errors)
    .map(([field, message]) => `${field}: ${message}.`)
    .join(' ')
}

function sendClientError(error: FastifyError, status: number, reply: FastifyReply) {
  if (error.code === 'FST_ERR_CTP_INVALID_JSON_BODY' || error.code === 'FST_ERR_CTP_EMPTY_JSON_BODY') {
    return sendProblem(reply, 400, 'The body is not valid JSON.', { errors: { body: 'Not valid JSON' } })
  }
  return sendProblem(reply, status, clientErrors[status] ?? 'The request can not be read.')
}

// Replace the messages of libraries, which may repeat input.
const clientErrors: Record<number, string> = {
  404: 'There is nothing at this address.',
  413: 'The body is larger than this call takes.',
  415: 'This call does not take a body of this type.',
}

function sendServerError(error: FastifyError, request: FastifyRequest, reply: FastifyReply) {
  const cause = rootCause(error)
  // Only the code and the location are logged, because the message, detail and query of a database error contain patients' input.
  const { code, constraint } = cause as { code?: unknown; constraint?: unknown }
  if (code === 'QUEUE_FULL') return sendBusy(reply)
  // The embedded database has logged why.
  if (code === readOnly) return sendFull(reply)
  const isSlow = isTooSlow(cause)
  request.log.error(
    {
      method: request.method,
      route: request.routeOptions.url,
      name: cause.name,
      code,
      constraint,
      stack: stackFrames(error),
    },
    isSlow ? 'request failed: the database took too long' : 'request failed',
  )
  if (code === diskFull) return sendFull(reply)
  if (isSlow || isUnavailable(cause) || error.statusCode === 503) {
    reply.header('retry-after', '5')
    const start = isSlow ? 'The clinic takes too long to answer' : 'The clinic is not reachable'
    const isRead = request.method === 'GET' || request.method === 'HEAD'
    return sendProblem(reply, 503, `${start} at the moment. ${isRead || !isBroken(cause) ? unchanged : unknown}`)
  }
  return sendProblem(reply, 500, 'Something went wrong on our side. Please try again.')
}

const unchanged = 'Nothing was changed; please try again.'
const unknown = 'Your change may or may not be saved; please check before you try again.'

// https://www.postgresql.org/docs/current/errcodes-appendix.html
const readOnly = '25006'
const diskFull = '53100'

// Reads go on, so the sentence does not say that the clinic is unreachable.
function sendFull(reply: FastifyReply) {
  reply.header('retry-after', '30')
  return sendProblem(
    reply,
    503,
    "The clinic can't save anything at the moment. Nothing was changed; please try again later.",
  )
}

/** Answers that the server is overloaded. Nothing is logged, because shedding load is not a fault. */
export function sendBusy(reply: FastifyReply) {
  reply.header('retry-after', '5')
  return sendProblem(reply, 503, 'The clinic is very busy at the moment. Nothing was changed; please try again.')
}

function rootCause(error: Error): Error {
  return error.cause instanceof Error ? rootCause(error.cause) : error
}

function stackFrames(error: Error) {
  return error.stack
    ?.split('\n')
    .filter((line) => /^\s+at /.test(line))
    .slice(0, 6)
    .join('\n')
}

// Text that the database's encoding can't represent: https://www.postgresql.org/docs/current/errcodes-appendix.html
function isUnstorableText(error: Error) {
  const { code } = rootCause(error) as { code?: unknown }
  return code === '22021' || code === '22P05'
}

// A statement or its wait for a lock was canceled after a timeout.
function isTooSlow(error: Error) {
  return /^(57014|55P03)$/.test(codeOf(error))
}

// Classes 08 (connection), 53 (resources) and 57P (shutdown), an idle transaction that was ended, a database that accepts no connections, or no
// connection at all.
function isUnavailable(error: Error) {
  const code = codeOf(error)
  if (code) return /^(08|53|57P|25P03|55000)|^E(CONN|PIPE|TIMEDOUT|HOST|NET|AI_AGAIN|NOTFOUND)/.test(code)
  return /timeout exceeded when trying to connect|Connection terminated|Client has encountered a connection error/.test(
    error.message,
  )
}

// The connection broke during a query, perhaps after a COMMIT whose answer is lost.
function isBroken(error: Error) {
  const code = codeOf(error)
  if (code) return /^(08|ECONNRESET|ECONNABORTED|EPIPE|ETIMEDOUT)/.test(code)
  return /Connection terminated unexpectedly|Client has encountered a connection error/.test(error.message)
}

function codeOf(error: Error) {
  const { code } = error as { code?: unknown }
  return typeof code === 'string' ? code : ''
}
