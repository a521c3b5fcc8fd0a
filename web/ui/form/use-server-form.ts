import { zodResolver } from '@hookform/resolvers/zod'
import type { FocusEvent, FormEvent } from 'react'
import { type DefaultValues, type FieldValues, type Path, type UseFormReturn, useForm } from 'react-hook-form'
import type { z } from 'zod/mini'
import { ApiError } from '#web/api/http/errors.ts'
import { useChange } from '../change/use-change.ts'

/** The type of an error that the server found. */
const byServer = 'server'

/** A form that `schema` validates here and the server validates again. `send` resolves once the server has accepted the
 *  form. The errors of a refusal are shown under the fields that the response names, the first of which gets the focus,
 *  or else under the form. After the first submit, a field shows its error when it is left and hides it once it is
 *  corrected. */
export function useServerForm<Fields extends FieldValues>(
  schema: z.ZodMiniType<Fields, Fields>,
  empty: DefaultValues<Fields>,
  send: (fields: Fields) => Promise<unknown>,
) {
  const { register, handleSubmit, setError, setFocus, formState, ...rest } = useForm({
    resolver: zodResolver(schema),
    defaultValues: empty,
    reValidateMode: 'onBlur',
    // react-hook-form focuses the first wrong field twice, the second time when the person may have corrected it and
    // types.
    shouldFocusError: false,
  })
  const { setValue, getValues, clearErrors, reset, control, trigger } = rest
  const { errors, isSubmitting, isSubmitted, isSubmitSuccessful } = formState
  const isRefusedByServer = (name: string) => errors[name]?.type === byServer
  const isCorrect = (name: string) => !schema.safeParse(getValues()).error?.issues.some(({ path }) => path[0] === name)
  const change = useChange(send, { onFailed: (error, problem) => showRefusal(error, problem, empty, setError) })
  const submit = handleSubmit(
    (fields) => change.run(fields),
    (found) => {
      const [first] = wrongFields(empty, found)
      if (first) setFocus(first)
    },
  )

  const field = (name: Path<Fields>) => {
    const { onBlur, ...registered } = register(name, {
      onChange: () => {
        if (errors[name] && (isRefusedByServer(name) || isCorrect(name))) clearErrors(name)
      },
    })
    const message = errors[name]?.message
    return {
      ...registered,
      // Only the server can check its own error again. On the way to Submit nothing may move: the press would miss the
      // button.
      onBlur: async (event: FocusEvent) => {
        if (!isRefusedByServer(name) && !isSubmitButton(event.relatedTarget)) await onBlur(event)
      },
      error: typeof message === 'string' ? message : undefined,
    }
  }

  return {
    setValue,
    getValues,
    clearErrors,
    reset,
    control,
    trigger,
    isSubmitted,
    /** The server has accepted the form. */
    isDone: isSubmitSuccessful && Object.keys(errors).length === 0,
    /** Shows an error under the form. */
    fail: (message: string) => setError('root', { message }),
    /** Submits the form again, for a button beside its error. */
    submitAgain: () => void submit(),
    /** Props for the field of this name. */
    field,
    /** Props for the form itself, which can't be submitted twice at once. */
    form: {
      busy: isSubmitting,
      error: errors.root?.message,
      onSubmit: (event: FormEvent) => (isSubmitting ? event.preventDefault() : void submit(event)),
    },
  }
}

function showRefusal<Fields extends FieldValues>(
  error: unknown,
  problem: string,
  empty: DefaultValues<Fields>,
  setError: UseFormReturn<Fields>['setError'],
): void {
  const refused = error instanceof ApiError ? (error.problem.errors ?? {}) : {}
  const wrong = wrongFields(empty, refused)
  for (const [at, name] of wrong.entries()) {
    setError(name, { type: byServer, message: refused[name] ?? '' }, { shouldFocus: at === 0 })
  }
  if (wrong.length === 0) setError('root', { message: problem })
}

/** Returns the names of the fields that have an error, in the order of the form. */
function wrongFields<Fields extends FieldValues>(empty: DefaultValues<Fields>, errors: object): Path<Fields>[] {
  const isField = (name: string): name is Path<Fields> => name in empty
  return Object.keys(empty)
    .filter(isField)
    .filter((name) => name in errors)
}

function isSubmitButton(element: EventTarget | null): boolean {
  return element instanceof HTMLButtonElement && element.type === 'submit'
}
