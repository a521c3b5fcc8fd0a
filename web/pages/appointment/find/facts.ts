import type { OfferedDoctor, OfferedTreatment } from '#contract/offer.ts'

/** Returns how long a treatment takes, and who performs it if that is known: `30 min · with Dr. Ida Holm`. */
export function factsOf({ minutes, doctorIds }: OfferedTreatment, doctors: readonly OfferedDoctor[] = []): string {
  const names = doctorIds.flatMap((id) => doctors.find(({ _id }) => _id === id)?.name ?? [])
  const by = names.length > 2 ? `with ${names.length} dentists` : names.length > 0 ? `with ${names.join(' or ')}` : ''
  return [`${minutes} min`, by].filter(Boolean).join(' · ')
}
