import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { formatCount } from '#contract/kit/text/count.ts'
import type { PatientRecord } from '#contract/patient/record.ts'
import { refreshCalendar } from '#web/api/calendar.ts'
import { putDeath, refreshPatients } from '#web/api/desk/patients.ts'
import { ConfirmDialog } from '#web/ui/dialog/ConfirmDialog.tsx'
import { Section } from '#web/ui/frame/Section.tsx'
import { useToast } from '#web/ui/message/use-toast.ts'
import { Ahead, aheadOf } from './Ahead.tsx'

/** Notes that a patient has died, after a question that says what happens. */
export function NoteDeath({ admin, record }: { admin: string; record: PatientRecord }) {
  const { _id: id, fields } = record
  const [isAsking, setAsking] = useState(false)
  const client = useQueryClient()
  const toast = useToast()
  const ahead = aheadOf(record)

  async function confirm(close: () => void) {
    await putDeath(admin, id)
    close()
    toast('success', `Noted that ${fields.name} has died.`)
    await Promise.all([refreshPatients(client), refreshCalendar(client)])
  }

  return (
    <Section title="If the patient has died">
      <p className="mt-2 max-w-text text-quiet">
        The clinic sends no more messages about them, and their record is closed. You can take it back.
      </p>
      <button type="button" className="btn btn-line mt-4" onClick={() => setAsking(true)}>
        Note that they have died
      </button>
      {isAsking && (
        <ConfirmDialog
          title={`Has ${fields.name} died?`}
          text="No more emails, text messages or invitations are sent about them. They leave the waiting list, and nobody can book for them. Searches leave them out."
          action="Note that they have died"
          failed="Nothing was noted."
          onConfirm={confirm}
          onClose={() => setAsking(false)}
        >
          <p className="mt-3">
            {ahead.length === 0 && 'There are no appointments ahead.'}
            {ahead.length === 1 && 'One appointment ahead stays until you cancel it:'}
            {ahead.length > 1 && `${formatCount(ahead.length)} appointments ahead stay until you cancel them:`}
          </p>
          {ahead.length > 0 && <Ahead appointments={ahead} />}
        </ConfirmDialog>
      )}
    </Section>
  )
}
