import type { UseQueryResult } from '@tanstack/react-query'
import { type ComponentProps, useId } from 'react'
import type { NamedTreatment } from '#contract/treatment.ts'
import { messageFor } from '#web/api/http/errors.ts'
import { Labelled } from '#web/ui/form/Labelled.tsx'

interface SpecialtyFieldProps extends Omit<ComponentProps<'select'>, 'className'> {
  services: UseQueryResult<NamedTreatment[]>
  error: string | undefined
}

/** The doctor's specialty: one of the clinic's services, or none. */
export function SpecialtyField({ services, error, ...select }: SpecialtyFieldProps) {
  const id = useId()
  const loadError = services.isError && (
    <span role="alert">
      The services could not be loaded. {messageFor(services.error)}{' '}
      <button type="button" className="cursor-pointer py-1 underline" onClick={() => services.refetch()}>
        Try again
      </button>
    </span>
  )
  const message = error ?? (loadError || undefined)
  return (
    <Labelled id={id} label="Specialty" error={message}>
      <select
        {...select}
        id={id}
        className="select field"
        aria-invalid={error !== undefined}
        aria-busy={services.isPending}
        {...(message !== undefined && { 'aria-describedby': `${id}-error` })}
      >
        <option value="">{services.isPending ? 'Loading the services' : 'No specialty'}</option>
        {services.data?.map(({ name }) => (
          <option key={name} value={name}>
            {name}
          </option>
        ))}
      </select>
    </Labelled>
  )
}
