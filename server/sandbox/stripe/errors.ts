import type { FastifyBaseLogger } from 'fastify'

/** An error as Stripe answers it. */
export type ErrorBody = {
  type: 'api_error' | 'card_error' | 'idempotency_error' | 'invalid_request_error'
  code?: string
  decline_code?: string
  message: string
  param?: string
  charge?: string
  payment_intent?: object
  payment_method?: object
}

/** What a call answers. `originalRequest` is the call that was given this answer first, when it is repeated. */
export type Answer = { status: number; body: object; originalRequest?: string }

/** Thrown to end a call with an error. Nothing that the call did is kept. `began`: it came as far as doing something, so that
 *  the answer holds for its idempotency key too. */
export class ApiError extends Error {
  readonly answer: Answer
  readonly began: boolean
  constructor(status: number, error: ErrorBody, began = true) {
    super(error.message)
    this.answer = answerWith(status, error)
    this.began = began
  }
}

/** An answer with an error that leaves what was done in place. */
export function answerWith(status: number, error: ErrorBody): Answer {
  const { code } = error
  const help = code && { doc_url: `https://stripe.com/docs/error-codes/${code.replaceAll('_', '-')}` }
  return { status, body: { error: { ...error, ...help } } }
}

/** A call that can't be done, with 400 or another status. */
export function refused(message: string, more: Partial<ErrorBody> = {}, status = 400): ApiError {
  return new ApiError(status, { type: 'invalid_request_error', message, ...more })
}

/** A parameter that is not as it should be. */
export function badParameter(param: string, message: string, code?: string): ApiError {
  return new ApiError(400, { type: 'invalid_request_error', message, param, ...(code && { code }) }, false)
}

/** An object that isn't there. */
export function missing(kind: string, id: string, param = 'id', status = 404): ApiError {
  return refused(`No such ${kind}: '${id}'`, { code: 'resource_missing', param }, status)
}

/** The answer to an error that ended a call. Of a fault only the kind and the code are logged. */
export function answerFor(error: Error, log: FastifyBaseLogger): Answer {
  if (error instanceof ApiError) return error.answer
  const { statusCode, status = statusCode } = error as { statusCode?: number; status?: number }
  if (status === 429)
    return answerWith(429, { type: 'invalid_request_error', code: 'rate_limit', message: error.message })
  if (status !== undefined && status < 500)
    return answerWith(status, { type: 'invalid_request_error', message: error.message })
  log.error({ name: error.name, code: codeOf(error) }, 'the card sandbox failed')
  return answerWith(500, { type: 'api_error', message: 'An unknown error occurred.' })
}

function codeOf(error: Error): unknown {
  if (error.cause instanceof Error) return codeOf(error.cause)
  return 'code' in error ? error.code : undefined
}
