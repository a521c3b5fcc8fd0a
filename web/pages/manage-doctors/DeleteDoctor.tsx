import { useQueryClient } from '@tanstack/react-query'
import type { ReceivedDoctor } from '#contract/doctor.ts'
import { deleteDoctor, refreshDoctors } from '#web/api/doctors.ts'
import { ConfirmDialog } from '#web/ui/dialog/ConfirmDialog.tsx'
import { useToast } from '#web/ui/message/Toasts.tsx'

interface DeleteDoctorProps {
  admin: string
  doctor: ReceivedDoctor
  onClose: () => void
  /** Called after the row was removed, with the button that opened the dialog. */
  onDeleted: () => void
}

/** Deletes a doctor after confirmation. */
export function DeleteDoctor({ admin, doctor: { name, email }, onClose, onDeleted }: DeleteDoctorProps) {
  const client = useQueryClient()
  const toast = useToast()
  const titled = /^dr\b/i.test(name) ? name : `Dr. ${name}`

  async function remove(close: () => void) {
    const deletedCount = await deleteDoctor(admin, email)
    await refreshDoctors(client).catch(() => undefined)
    close()
    toast('success', deletedCount > 0 ? `Doctor: ${name} is deleted.` : `${name} was deleted already.`)
    onDeleted()
  }

  return (
    <ConfirmDialog
      title={`Delete ${name}?`}
      text={`${titled} and their photo will be removed from the list. This can’t be undone.`}
      action="Delete"
      failed={`${name} was not deleted.`}
      onConfirm={remove}
      onClose={onClose}
    />
  )
}
