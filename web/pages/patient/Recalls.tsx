import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { RecallChange, RecallChoice } from '#contract/desk/recall-list.ts'
import type { PatientRecord } from '#contract/patient/record.ts'
import { postRecallChange, recallChoiceOf, refreshRecalls } from '#web/api/desk/recall-list.ts'
import { clinicDayInText, dateInText } from '#web/dates.ts'
import { useChange } from '#web/ui/change/use-change.ts'
import { LoadError } from '#web/ui/feedback/LoadError.tsx'
import { BusyButton } from '#web/ui/form/BusyButton.tsx'
import { Section } from '#web/ui/frame/Section.tsx'

/** Whether a patient is invited back when a treatment is due again. */
export function Recalls({ admin, record: { _id: id, fields } }: { admin: string; record: PatientRecord }) {
  const query = useQuery(recallChoiceOf(admin, id))
  const client = useQueryClient()

  const change = useChange((body: RecallChange) => postRecallChange(admin, id, body), {
    refresh: () => refreshRecalls(client),
    failsInToast: true,
  })

  const isStopped = query.data?.stoppedAt !== undefined
  return (
    <Section title="Recalls">
      <LoadError what="The recalls" query={query} className="mt-2" />
      <p role="status" className="mt-2 min-h-6">
        {query.data && sentenceOf(query.data, fields.contact === 'none')}
      </p>
      <BusyButton
        busy={change.isBusy}
        className="btn btn-line mt-4"
        disabled={!query.data}
        onClick={() => void change.run({ action: isStopped ? 'start' : 'stop' })}
      >
        {isStopped ? 'Invite them again' : 'Stop invitations'}
      </BusyButton>
    </Section>
  )
}

function sentenceOf({ stoppedAt, snoozedUntil }: RecallChoice, wantsNothing: boolean): string {
  if (stoppedAt !== undefined) return `They are not invited back since ${clinicDayInText(stoppedAt)}.`
  if (wantsNothing) return 'They want to hear nothing from the clinic, so they are not invited back.'
  if (snoozedUntil !== undefined) return `They are not invited back before ${dateInText(snoozedUntil)}.`
  return 'They are invited back when a treatment is due again.'
}
