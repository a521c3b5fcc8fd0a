import { z } from 'zod'
import { ApiError, invalidParameter } from '../errors.ts'
import type { Form } from '../form.ts'

// All values of a form are text. An empty text unsets a parameter.
const text = z.string().max(5_000)
const optionalText = text.transform((value) => value || null).optional()
const integer = text.transform((value, context) => {
  if (/^-?\d{1,15}$/.test(value)) return Number(value)
  context.issues.push(issue(value, 'parameter_invalid_integer', `Invalid integer: ${value}`))
  return z.NEVER
})
const flag = text.transform((value, context) => {
  if (value === 'true' || value === 'false') return value === 'true'
  context.issues.push(issue(value, undefined, `Invalid boolean: ${value}`))
  return z.NEVER
})
const expand = z.array(text).optional()
const metadata = z
  .union([z.literal(''), z.record(z.string().min(1).max(40), z.string().max(500))])
  .transform((entries) => entries || {})
  .refine((entries) => Object.keys(entries).length <= 50)
  .optional()
const email = z.email()
const receiptEmail = optionalText.refine((address) => !address || email.safeParse(address).success, {
  error: ({ input }) => `Invalid email address: ${input}`,
  params: { code: 'email_invalid' },
})
const bound = { gt: integer, gte: integer, lt: integer, lte: integer }
const created = z
  .union([integer.transform((second) => ({ gte: second, lte: second })), z.strictObject(bound).partial()])
  .optional()
const limit = integer
  .refine((number) => number >= 1 && number <= 100, {
    error: 'The limit must be between 1 and 100',
    params: { code: 'parameter_invalid_integer' },
  })
  .default(10)
const page = { limit, starting_after: text.optional(), created, expand }

const method = { payment_method: text.optional(), return_url: text.optional(), use_stripe_sdk: flag.optional() }
const details = { description: optionalText, receipt_email: receiptEmail, metadata, expand }

export const onlyExpand = z.strictObject({ expand })
export const intentPage = z.strictObject(page)
export const newIntent = z.strictObject({
  ...details,
  ...method,
  amount: integer,
  currency: text,
  automatic_payment_methods: z
    .strictObject({ enabled: flag, allow_redirects: z.enum(['always', 'never']).default('always') })
    .optional(),
  payment_method_types: z.array(text).min(1).optional(),
  confirm: flag.optional(),
  capture_method: z.enum(['automatic', 'automatic_async']).optional(),
  confirmation_method: z.literal('automatic').optional(),
})
export const intentChanges = z.strictObject({ ...details, payment_method: text.optional(), amount: integer.optional() })
export const confirmation = z.strictObject({ ...method, receipt_email: receiptEmail, expand })
export const cancellation = z.strictObject({
  cancellation_reason: z.enum(['abandoned', 'duplicate', 'fraudulent', 'requested_by_customer']).optional(),
  expand,
})
export const newRefund = z.strictObject({
  payment_intent: text.optional(),
  charge: text.optional(),
  amount: integer.optional(),
  reason: z.enum(['duplicate', 'fraudulent', 'requested_by_customer']).optional(),
  metadata,
  expand,
})
export const refundPage = z.strictObject({ ...page, payment_intent: text.optional(), charge: text.optional() })
export const disputePage = z.strictObject({ limit, payment_intent: text })
export const eventPage = z.strictObject({
  limit,
  starting_after: text.optional(),
  type: text.optional(),
  types: z.array(text).max(20).optional(),
})

/** Parses the parameters of a call. @throws ApiError with Stripe's code for the first invalid one. */
export function parseParams<Schema extends z.ZodType>(schema: Schema, form: Form): z.output<Schema> {
  const parsed = schema.safeParse(form)
  if (parsed.success) return parsed.data
  const [first] = parsed.error.issues
  throw first
    ? toApiError(first, form)
    : new ApiError(400, { type: 'invalid_request_error', message: 'Invalid request' })
}

function toApiError(found: z.core.$ZodIssue, form: Form): ApiError {
  if (found.code === 'invalid_union' && found.errors[0]?.[0]) {
    const [inner] = found.errors[0]
    return toApiError({ ...inner, path: [...found.path, ...inner.path] }, form)
  }
  if (found.code === 'unrecognized_keys') {
    const unknown = nameOf([...found.path, ...found.keys.slice(0, 1)])
    return invalidParameter(unknown, `Received unknown parameter: ${unknown}`, 'parameter_unknown')
  }
  const param = nameOf(found.path)
  const value = found.path.reduce<unknown>((inner, key) => Object(inner)[key], form)
  if (value === undefined) return invalidParameter(param, `Missing required param: ${param}.`, 'parameter_missing')
  if (value === '') {
    const message = `You passed an empty string for '${param}'. We assume empty values are an attempt to unset a parameter; however '${param}' cannot be unset. You should remove '${param}' from your request or supply a non-empty value.`
    return invalidParameter(param, message, 'parameter_invalid_empty')
  }
  if (found.code === 'custom') return invalidParameter(param, found.message, found.params?.code)
  if (found.code === 'invalid_value') {
    return invalidParameter(param, `Invalid ${param}: must be one of ${found.values.map(String).join(', ')}`)
  }
  return invalidParameter(param, `Invalid value for ${param}: ${found.message}`)
}

function nameOf([first, ...rest]: PropertyKey[]) {
  return String(first) + rest.map((part) => `[${String(part)}]`).join('')
}

function issue(input: string, code: string | undefined, message: string) {
  return { code: 'custom' as const, input, message, params: { code } }
}
