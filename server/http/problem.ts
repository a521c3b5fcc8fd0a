import { STATUS_CODES } from 'node:http'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod'
import type { Problem } from '#contract/kit/problem.ts'
import {
  codeOf,
  diskFull,
  isTooSlow,
  isUnavailable,
  isUncertain,
  queueFull,
  queueStill,
  readOnly,
  rootCause,
} from '#server/database/pool/failure.ts'
import { closedRecord } from './closed-record.ts'
import { openCountedWarning } from './log/counted-warning.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** What a caller should do who can't know if their change was saved, as a sentence. */
    ifUncertain?: string
    /** Only staff may make the call. */
    isForStaff?: boolean
  }
}

/** Extension members of a problem (RFC 9457, 3.2). `errors` has a message for each refused field; `code` is the reason
 *  for programs. */
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

/** Answers with a problem. One of the server (5xx) has the id of the request, so that the log lines about it can be
 *  found. */
export function sendProblem(reply: FastifyReply, status: number, detail: string, extensions?: Record<string, unknown>) {
  const requestId = status >= 500 ? reply.request.id : undefined
  const problem = { ...createProblem(status, detail), ...extensions, requestId }
  return reply.code(status).type('application/problem+json').serializer(JSON.stringify).send(problem)
}

/** Returns a problem with the title of its status, and the code that those without one of their own have. */
export function createProblem(status: number, detail: string): Problem {
  const title = STATUS_CODES[status] ?? 'Error'
  return { type: 'about:blank', title, status, detail, code: title.toLowerCase().replaceAll(' ', '-') }
}

/** Makes `app` answer every error with a problem. For server errors, neither the response nor the log contains request
 *  data. */
export function answerErrorsWithProblems(app: FastifyInstance) {
  const warnOfOutage = openCountedWarning(app.log, 'requests failed: the database is out of reach, or takes no changes')
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
    const cause = rootCause(error)
    const code = codeOf(cause)
    const closed = closedRecord(cause, request.routeOptions.config.isForStaff ?? false)
    if (closed) return sendProblem(reply, 409, closed, { code: 'record-closed' })
    if (code === queueFull) return sendBusy(reply)
    // A database that is silent may be one that a network no longer leads to.
    if (code === readOnly || code === queueStill || isUnavailable(cause)) {
      warnOfOutage({ reason: code || 'no connection' })
      return code === readOnly || code === diskFull ? sendReadOnly(reply) : sendUnavailable(cause, request, reply)
    }
    const isSlow = isTooSlow(cause)
    logFailure(error, request, isSlow ? 'request failed: the database took too long' : 'request failed')
    if (isSlow || error.statusCode === 503) return sendUnavailable(cause, request, reply)
    return sendProblem(reply, 500, 'Something went wrong on our side. Please try again.')
  })
}

function fieldsOf(validation: { instancePath: string; message?: string }[], context: string) {
  const errors: Record<string, string> = {}
  for (const { instancePath, message } of validation) {
    const field = instancePath.split('/').filter(Boolean).join('.') || context
    errors[field] ??=
      field === 'body' && message?.startsWith('Invalid input') ? 'A JSON object is needed' : (message ?? 'Not valid')
  }
  return errors
}

function sentenceOf(errors: Record<string, string>) {
  return Object.entries(errors)
    .map(([field, message]) => `${field}: ${message}.`)
    .join(' ')
}

function sendClientError(error: FastifyError, status: number, reply: FastifyReply) {
  if (error.code === 'FST_ERR_CTP_INVALID_JSON_BODY') {
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

/** Answers that the server is overloaded. Nothing is logged, because shedding load is not a fault. */
export function sendBusy(reply: FastifyReply) {
  reply.header('retry-after', '5')
  return sendProblem(reply, 503, 'The clinic is very busy at the moment. Nothing was changed; please try again.')
}

function sendUnavailable(cause: Error, { method, routeOptions }: FastifyRequest, reply: FastifyReply) {
  reply.header('retry-after', '5')
  const start = isTooSlow(cause) ? 'The clinic takes too long to answer' : 'The clinic is not reachable'
  const isRead = method === 'GET' || method === 'HEAD'
  const outcome = isRead || !isUncertain(cause) ? unchanged : (routeOptions.config.ifUncertain ?? uncertain)
  return sendProblem(reply, 503, `${start} at the moment. ${outcome}`)
}

const unchanged = 'Nothing was changed; please try again.'
const uncertain = 'Your change may or may not be saved; please check before you try again.'

// Reads go on, so the sentence does not say that the clinic is unreachable.
function sendReadOnly(reply: FastifyReply) {
  reply.header('retry-after', '30')
  const detail = "The clinic can't save anything at the moment. Nothing was changed; please try again later."
  return sendProblem(reply, 503, detail)
}

function logFailure(error: FastifyError, request: FastifyRequest, message: string) {
  const cause = rootCause(error)
  // Only the code and the location are logged, because the message, detail and query of a database error contain
  // patients' input.
  const { code, constraint } = cause as { code?: unknown; constraint?: unknown }
  const { method, routeOptions } = request
  const stack = stackFrames(error)
  request.log.error({ method, route: routeOptions.url, name: cause.name, code, constraint, stack }, message)
}

function stackFrames(error: Error) {
  return error.stack
    ?.split('\n')
    .filter((line) => /^\s+at /.test(line))
    .slice(0, 6)
    .join('\n')
}

// Text that the database's encoding can't represent.
function isUnstorableText(error: Error) {
  const code = codeOf(rootCause(error))
  return code === '22021' || code === '22P05'
}
