import type { UseQueryResult } from '@tanstack/react-query'
import { type ComponentProps, useId } from 'react'
import type { NamedTreatment } from '#contract/treatment.ts'
import { messageFor } from '#web/api/http/errors.ts'

interface SpecialtyFieldProps extends Omit<ComponentProps<'select'>, 'className'> {
  /** The services to choose from. */
  result: UseQueryResult<NamedTreatment[]>
  error: string | undefined
}

/** The doctor's specialty: one of the clinic's services, or none. */
export function SpecialtyField({ result, error, ...select }: SpecialtyFieldProps) {
  const id = useId()
  const message =
    error ?? (result.isError ? `The services could not be loaded. ${messageFor(result.error)}` : undefined)
  return (
    <div>
      <label htmlFor={id} className="mb-1 block font-medium">
        Specialty
      </label>
      <select
        {...select}
        id={id}
        className="select field"
        aria-invalid={error !== undefined}
        aria-busy={result.isPending}
        {...(message !== undefined && { 'aria-describedby': `${id}-error` })}
      >
        <option value="">{result.isPending ? 'Loading the services' : 'No specialty'}</option>
        {result.data?.map(({ name }) => (
          <option key={name} value={name}>
            {name}
          </option>
        ))}
      </select>
      {message !== undefined && (
        <p id={`${id}-error`} className="mt-1 text-error text-sm" {...(error === undefined && { role: 'alert' })}>
          {message}{' '}
          {error === undefined && (
            <button type="button" className="cursor-pointer py-1 underline" onClick={() => result.refetch()}>
              Try again
            </button>
          )}
        </p>
      )}
    </div>
  )
}
