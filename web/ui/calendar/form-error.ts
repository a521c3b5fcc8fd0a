import { ApiError } from '#web/api/http/errors.ts'

/** Renames the fields of a refused change to those of a form: `change.treatment.name` to `name` for the prefix
 *  `change.treatment`. */
export function toFormError(error: unknown, prefix: string): unknown {
  if (!(error instanceof ApiError) || !error.problem.errors) return error
  const errors = Object.entries(error.problem.errors).map(([field, message]) => [
    field.startsWith(`${prefix}.`) ? field.slice(prefix.length + 1) : field,
    message,
  ])
  return new ApiError({ ...error.problem, errors: Object.fromEntries(errors) })
}
