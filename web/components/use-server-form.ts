import { zodResolver } from '@hookform/resolvers/zod'
import type { FormEvent } from 'react'
import { type DefaultValues, type FieldValues, type Path, useForm } from 'react-hook-form'
import type { z } from 'zod'
import { ApiError, sentence } from '#web/api/client.ts'

/** A form that `schema` checks here and the server checks again. `send` resolves once it took the form; what it refuses is shown
 *  under the fields that the answer names, the first of which gets the focus, or else under the form. */
export function useServerForm<Fields extends FieldValues>(
  schema: z.ZodType<Fields, Fields>,
  empty: DefaultValues<Fields>,
  send: (fields: Fields) => Promise<void>,
) {
  const { register, handleSubmit, setError, formState, setValue, clearErrors, reset } = useForm({
    resolver: zodResolver(schema),
    defaultValues: empty,
  })
  const { errors, isSubmitting, isSubmitted, isSubmitSuccessful } = formState
  const messageOf = (name: string) => {
    const message = errors[name]?.message
    return typeof message === 'string' ? message : undefined
  }
  const isField = (name: string): name is Path<Fields> => name in empty
  const fail = (message: string) => setError('root', { message })

  const refuse = (error: unknown) => {
    const told = error instanceof ApiError ? (error.problem.errors ?? {}) : {}
    const wrong = Object.keys(empty)
      .filter(isField)
      .flatMap((name) => (told[name] === undefined ? [] : [{ name, message: told[name] }]))
    for (const [at, { name, message }] of wrong.entries()) setError(name, { message }, { shouldFocus: at === 0 })
    if (wrong.length === 0) fail(sentence(error))
  }
  const submit = handleSubmit((fields) => send(fields).catch(refuse))

  return {
    setValue,
    clearErrors,
    reset,
    isSubmitted,
    /** The server took it. */
    isDone: isSubmitSuccessful && Object.keys(errors).length === 0,
    fail,
    /** For the field of this name. */
    field: (name: Path<Fields>) => ({ ...register(name), error: messageOf(name) }),
    /** For the form itself: it can't be sent twice at once. */
    form: {
      busy: isSubmitting,
      error: errors.root?.message,
      onSubmit: (event: FormEvent) => (isSubmitting ? event.preventDefault() : void submit(event)),
    },
  }
}
