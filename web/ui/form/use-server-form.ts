import { zodResolver } from '@hookform/resolvers/zod'
import type { FocusEvent, FormEvent } from 'react'
import { type DefaultValues, type FieldValues, type Path, useForm } from 'react-hook-form'
import type { z } from 'zod/mini'
import { ApiError, messageFor } from '#web/api/http/errors.ts'

/** The type of an error that the server found. */
const byServer = 'server'

/** A form that `schema` validates here and the server validates again. `send` resolves once the server accepted the form. What the
 *  server refuses is shown under the fields that the response names, the first of which gets the focus, or else under the form.
 *  From the first submit on, a field shows its error when it is left and drops it once it is corrected. */
export function useServerForm<Fields extends FieldValues>(
  schema: z.ZodMiniType<Fields, Fields>,
  empty: DefaultValues<Fields>,
  send: (fields: Fields) => Promise<void>,
) {
  const { register, handleSubmit, setError, formState, setValue, getValues, clearErrors, reset, control, trigger } =
    useForm({
      resolver: zodResolver(schema),
      defaultValues: empty,
      reValidateMode: 'onBlur',
    })
  const { errors, isSubmitting, isSubmitted, isSubmitSuccessful } = formState
  const messageOf = (name: string) => {
    const message = errors[name]?.message
    return typeof message === 'string' ? message : undefined
  }
  const isField = (name: string): name is Path<Fields> => name in empty
  const isRefusedByServer = (name: string) => errors[name]?.type === byServer
  const isCorrect = (name: string) => !schema.safeParse(getValues()).error?.issues.some(({ path }) => path[0] === name)
  const fail = (message: string) => setError('root', { message })

  const refuse = (error: unknown) => {
    const refused = error instanceof ApiError ? (error.problem.errors ?? {}) : {}
    const wrong = Object.keys(empty)
      .filter(isField)
      .flatMap((name) => (refused[name] === undefined ? [] : [{ name, message: refused[name] }]))
    for (const [at, { name, message }] of wrong.entries()) {
      setError(name, { type: byServer, message }, { shouldFocus: at === 0 })
    }
    if (wrong.length === 0) fail(messageFor(error))
  }
  const submit = handleSubmit((fields) => send(fields).catch(refuse))

  const field = (name: Path<Fields>) => {
    const { onBlur, ...registered } = register(name, {
      onChange: () => {
        if (errors[name] && (isRefusedByServer(name) || isCorrect(name))) clearErrors(name)
      },
    })
    return {
      ...registered,
      // Only the server can find its own error again, and a press on Submit must not miss a button that an error moves away.
      onBlur: async (event: FocusEvent) => {
        if (!isRefusedByServer(name) && !isSubmit(event.relatedTarget)) await onBlur(event)
      },
      error: messageOf(name),
    }
  }

  return {
    setValue,
    clearErrors,
    reset,
    control,
    trigger,
    isSubmitted,
    /** The server accepted the form. */
    isDone: isSubmitSuccessful && Object.keys(errors).length === 0,
    fail,
    /** Props for the field of this name. */
    field,
    /** Props for the form itself. It can't be sent twice at once. */
    form: {
      busy: isSubmitting,
      error: errors.root?.message,
      onSubmit: (event: FormEvent) => (isSubmitting ? event.preventDefault() : void submit(event)),
    },
  }
}

function isSubmit(element: EventTarget | null): boolean {
  return element instanceof HTMLButtonElement && element.type === 'submit'
}
