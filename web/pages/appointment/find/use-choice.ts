import { useQuery } from '@tanstack/react-query'
import { useCallback, useMemo } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import type { OfferedDoctor, OfferedTreatment } from '#contract/offer.ts'
import { offer as offerQuery } from '#web/api/offer.ts'
import type { Filter } from '#web/api/treatments.ts'

/** What the address asks for, `?treatment=` and `?doctor=`, and what the clinic offers. `unknown`: a sentence about
 *  what the clinic doesn't have, which is ignored. `filter` is that of the dentist. `isSettled`: the offer has
 *  arrived, or can't be had. */
export function useChoice() {
  const [params] = useSearchParams()
  const navigate = useNavigate()
  const { data: offer, isPending } = useQuery(offerQuery)
  const [treatmentId, doctorId] = [params.get('treatment') || undefined, params.get('doctor') || undefined]
  const treatment = byId<OfferedTreatment>(offer?.treatments, treatmentId)
  const doctor = byId<OfferedDoctor>(offer?.doctors, doctorId)
  const known = doctor?._id
  const filter = useMemo((): Filter => ({ doctor: known }), [known])

  const change = useCallback(
    (name: 'treatment' | 'doctor', id: string | undefined) => {
      const next = new URLSearchParams(params)
      if (id === undefined) next.delete(name)
      else next.set(name, id)
      void navigate({ search: `?${next}` }, { replace: true, preventScrollReset: true })
    },
    [navigate, params],
  )

  return {
    ...{ offer, isSettled: !isPending, treatment, doctor, filter, change },
    unknown: offer && unknownIn({ treatment: treatmentId && !treatment, doctor: doctorId && !doctor }),
  }
}
export type Choice = ReturnType<typeof useChoice>

function byId<Row extends { _id: string }>(rows: readonly Row[] | undefined, id: string | undefined): Row | undefined {
  return rows?.find(({ _id }) => _id === id)
}

function unknownIn({ treatment, doctor }: { treatment: unknown; doctor: unknown }): string | undefined {
  if (treatment) return 'We no longer offer that treatment. Here is all that you can book.'
  return doctor ? 'That dentist no longer takes appointments here. Any of our others may treat you.' : undefined
}
