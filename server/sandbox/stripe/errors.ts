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

/** What a call answers. */
export type Answer = { status: number; body: object }

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
