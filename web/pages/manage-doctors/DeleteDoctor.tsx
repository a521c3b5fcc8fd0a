import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { ReceivedDoctor } from '#contract/received-doctor.ts'
import { deleteDoctor, deletionOf } from '#web/api/doctor-deletion.ts'
import { refreshDoctors } from '#web/api/doctors.ts'
import { EffectDetails } from '#web/ui/calendar/EffectDialog.tsx'
import { describeAppointments } from '#web/ui/calendar/effect-sentences.ts'
import { ConfirmDialog } from '#web/ui/dialog/ConfirmDialog.tsx'
import { useToast } from '#web/ui/message/use-toast.ts'

interface DeleteDoctorProps {
  admin: string
  doctor: ReceivedDoctor
  onClose: () => void
  /** Called after the row was removed, with the button that opened the dialog. */
  onDeleted: () => void
}

/** Deletes a doctor after confirmation, which says what happens to their appointments. */
export function DeleteDoctor({ admin, doctor: { name, email }, onClose, onDeleted }: DeleteDoctorProps) {
  const client = useQueryClient()
  const toast = useToast()
  const { data: effect, isPending, isError } = useQuery(deletionOf(admin, email))
  const [tellPatients, setTellPatients] = useState(true)
  const titled = /^dr\b/i.test(name) ? name : `Dr. ${name}`

  async function remove(close: () => void) {
    const deletedCount = await deleteDoctor(admin, email, { tellPatients: tellPatients && Boolean(effect) })
    await refreshDoctors(client).catch(() => undefined)
    close()
    toast('success', deletedCount > 0 ? `Doctor: ${name} is deleted.` : `${name} was deleted already.`)
    onDeleted()
  }

  const sentences = [
    `${titled} and their photo will be removed from the list. This can’t be undone.`,
    isPending && 'Looking up their appointments…',
    isError && 'We couldn’t look up their appointments. Patients get no email if you delete now.',
    effect && describeAppointments(effect),
  ]
  return (
    <ConfirmDialog
      title={`Delete ${name}?`}
      text={sentences.filter(Boolean).join(' ')}
      action="Delete"
      failed={`${name} was not deleted.`}
      isWaiting={isPending}
      onConfirm={remove}
      onClose={onClose}
    >
      {effect && <EffectDetails effect={effect} tellPatients={tellPatients} onTellPatients={setTellPatients} />}
    </ConfirmDialog>
  )
}
