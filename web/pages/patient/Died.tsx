import { useQueryClient } from '@tanstack/react-query'
import { formatCount } from '#contract/kit/text/count.ts'
import type { PatientRecord } from '#contract/patient/record.ts'
import { postResolution } from '#web/api/attention.ts'
import { refreshCalendar } from '#web/api/calendar.ts'
import { deleteDeath, refreshPatients } from '#web/api/desk/patients.ts'
import { clinicDayInText } from '#web/dates.ts'
import { InlineConfirm } from '#web/ui/dialog/InlineConfirm.tsx'
import { Section } from '#web/ui/frame/Section.tsx'
import { Ahead, aheadOf } from './Ahead.tsx'

/** Says that a patient has died, and lists the appointments that are to be cancelled. */
export function Died({ admin, record }: { admin: string; record: PatientRecord }) {
  const { _id: id, died, fields } = record
  const client = useQueryClient()
  const ahead = aheadOf(record)
  if (!died) return null

  const refresh = () => Promise.all([refreshPatients(client), refreshCalendar(client)])

  async function cancelAll() {
    for (const { _id } of ahead) await postResolution(admin, _id, { action: 'cancel' })
  }

  return (
    <Section
      title="Died"
      action={
        <InlineConfirm
          label="Take it back"
          question={`Is ${fields.name} alive? The record opens again. What has ended stays ended.`}
          send={() => deleteDeath(admin, id)}
          done={`The record of ${fields.name} is open again.`}
          refresh={refresh}
        />
      }
    >
      <p className="wrap-anywhere mt-2 max-w-text">
        Noted on {clinicDayInText(died.at)}
        {died.by !== undefined && ` by ${died.by}`}. The clinic sends no messages about them, and nobody can book for
        them. Only the notes can be changed.
      </p>
      {ahead.length > 0 && (
        <>
          <h3 className="mt-5 font-bold">Appointments ahead: {formatCount(ahead.length)}</h3>
          <Ahead appointments={ahead} />
          <div className="mt-3">
            <InlineConfirm
              label={ahead.length === 1 ? 'Cancel it' : `Cancel all ${formatCount(ahead.length)}`}
              question="Nobody gets a message. What is left of payments is refunded. This can’t be undone."
              send={cancelAll}
              done={ahead.length === 1 ? 'It is cancelled.' : 'They are cancelled.'}
              refresh={refresh}
            />
          </div>
        </>
      )}
    </Section>
  )
}
