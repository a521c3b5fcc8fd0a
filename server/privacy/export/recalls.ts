import { formatMediumDate } from '#contract/kit/time/clinic-date.ts'
import type { AccountPatientRow } from '#server/patient/account-patient-store.ts'
import type { listRecallsOf } from '#server/recall/link-store.ts'

/** Returns what the export says about the invitations of a patient.
 *  @param recalls those of all patients of the export */
export function toRecalls({ patient }: AccountPatientRow, recalls: Awaited<ReturnType<typeof listRecallsOf>>) {
  const { recallsStoppedAt, recallsSnoozedUntil } = patient
  return {
    recallsStoppedAt: toText(recallsStoppedAt),
    recallsSnoozedUntil: recallsSnoozedUntil && formatMediumDate(recallsSnoozedUntil),
    recalls: recalls
      .filter(({ patientId }) => patientId === patient.id)
      .map(({ treatment, lastVisitOn, foundAt, invitedAt, calledAt }) => ({
        ...{ treatment, lastVisit: formatMediumDate(lastVisitOn), foundAt: foundAt.toISOString() },
        ...{ invitedAt: toText(invitedAt), calledAt: toText(calledAt) },
      })),
  }
}

const toText = (moment: Date | null) => moment?.toISOString() ?? null
