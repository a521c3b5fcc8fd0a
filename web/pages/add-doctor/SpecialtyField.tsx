import type { UseQueryResult } from '@tanstack/react-query'
import { type ComponentProps, useId } from 'react'
import type { Treatment } from '#contract/treatment.ts'
import { sentence } from '#web/api/client.ts'

interface SpecialtyFieldProps extends Omit<ComponentProps<'select'>, 'className'> {
  /** The services to choose from. */
  result: UseQueryResult<Treatment[]>
  error: string | undefined
}

/** What the doctor is a specialist in: one of the clinic's services, or nothing. */
export function SpecialtyField({ result, error, ...select }: SpecialtyFieldProps) {
  const id = useId()
  const told = error ?? (result.isError ? `The services could not be loaded. ${sentence(result.error)}` : undefined)
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
        {...(told !== undefined && { 'aria-describedby': `${id}-error` })}
      >
        <option value="">{result.isPending ? 'Loading the services' : 'No specialty'}</option>
        {result.data?.map(({ _id, name }) => (
          <option key={_id} value={name}>
            {name}
          </option>
        ))}
      </select>
      {told !== undefined && (
        <p id={`${id}-error`} className="mt-1 text-error text-sm" {...(error === undefined && { role: 'alert' })}>
          {told}{' '}
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
