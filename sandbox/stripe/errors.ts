import type { FastifyBaseLogger } from 'fastify'
import { isOutOfReach } from '#server/database/pool/failure.ts'

/** The `error` member of Stripe's error responses. */
type ErrorBody = {
  type: 'api_error' | 'card_error' | 'idempotency_error' | 'invalid_request_error'
  code?: string
  decline_code?: string
  message: string
  param?: string
  charge?: string
  payment_intent?: object
  payment_method?: object
}

/** The response to a call. A replayed response names the request that it first belonged to. */
export type ApiResponse = { status: number; body: object; originalRequest?: string }

/** Ends a call with an error and rolls back its work. If the call had `started` its work, the error is stored as the
 *  response to its idempotency key. */
export class ApiError extends Error {
  readonly response: ApiResponse
  readonly started: boolean
  constructor(status: number, error: ErrorBody, started = true) {
    super(error.message)
    this.response = errorResponse(status, error)
    this.started = started
  }
}

/** Returns an error response, for a call whose work is kept. */
export function errorResponse(status: number, error: ErrorBody): ApiResponse {
  return { status, body: { error: { ...error, ...(error.code && { doc_url: docUrl(error.code) }) } } }
}

/** Returns the address of Stripe's page about an error code. */
export function docUrl(code: string): string {
  return `https://stripe.com/docs/error-codes/${code.replaceAll('_', '-')}`
}

/** A call that can't be done. */
export function invalidRequest(message: string, more: Partial<ErrorBody> = {}, status = 400): ApiError {
  return new ApiError(status, { type: 'invalid_request_error', message, ...more })
}

/** An invalid parameter. */
export function invalidParameter(param: string, message: string, code?: string): ApiError {
  return new ApiError(400, { type: 'invalid_request_error', message, param, ...(code && { code }) }, false)
}

/** An object that does not exist. */
export function notFound(kind: string, id: string, param = 'id', status = 404): ApiError {
  return invalidRequest(`No such ${kind}: '${id}'`, { code: 'resource_missing', param }, status)
}

/** Converts an error to a response. Of an unexpected error it logs only the name and code. */
export function toErrorResponse(error: Error, log: FastifyBaseLogger): ApiResponse {
  if (error instanceof ApiError) return error.response
  const { statusCode, status = statusCode } = error as { statusCode?: number; status?: number }
  if (status !== undefined && status < 500) {
    const code = status === 429 ? { code: 'rate_limit' } : {}
    return errorResponse(status, { type: 'invalid_request_error', message: error.message, ...code })
  }
  if (isOutOfReach(error)) return errorResponse(503, { type: 'api_error', message: 'The database is out of reach.' })
  log.error({ name: error.name, code: codeOf(error) }, 'the card sandbox failed')
  return errorResponse(500, { type: 'api_error', message: 'An unknown error occurred.' })
}

function codeOf(error: Error): unknown {
  if (error.cause instanceof Error) return codeOf(error.cause)
  return 'code' in error ? error.code : undefined
}
