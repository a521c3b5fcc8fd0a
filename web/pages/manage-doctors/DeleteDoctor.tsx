import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useId, useRef } from 'react'
import type { Doctor } from '#contract/doctor.ts'
import { sentence } from '#web/api/client.ts'
import { deleteDoctor, refreshDoctors } from '#web/api/doctors.ts'
import { BusyButton } from '#web/components/BusyButton.tsx'
import { useToast } from '#web/components/Toasts.tsx'

interface DeleteDoctorProps {
  admin: string
  doctor: Doctor
  onClose: () => void
  /** Called when the doctor is gone from the list, and the button that was pressed with them. */
  onGone: () => void
}

/** Asks whether a doctor is to be deleted, and does it. It stays open when that fails, and says why. */
export function DeleteDoctor({ admin, doctor: { name, email }, onClose, onGone }: DeleteDoctorProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const cancel = useRef<HTMLButtonElement>(null)
  const id = useId()
  const client = useQueryClient()
  const toast = useToast()
  const deletion = useMutation({
    networkMode: 'always',
    mutationFn: () => deleteDoctor(admin, email),
    onSuccess: async (deletedCount) => {
      await refreshDoctors(client).catch(() => undefined)
      dialog.current?.close()
      toast('success', deletedCount > 0 ? `Doctor: ${name} is deleted.` : `${name} was deleted already.`)
      onGone()
    },
  })
  const busy = deletion.isPending

  useEffect(() => {
    if (dialog.current?.open) return
    dialog.current?.showModal()
    cancel.current?.focus()
  }, [])

  return (
    <dialog
      ref={dialog}
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-text`}
      onCancel={(event) => busy && event.preventDefault()}
      onClose={onClose}
      className="modal max-sm:modal-bottom"
    >
      <div className="modal-box max-w-110 p-6 shadow-float sm:p-8">
        <h2 id={`${id}-title`} className="wrap-anywhere text-xl">
          Delete {name}?
        </h2>
        <p id={`${id}-text`} className="mt-3 wrap-anywhere">
          This removes the entry for {email} and its photo. It can’t be undone.
        </p>
        <p role="alert" className="mt-3 text-error text-sm empty:hidden">
          {deletion.isError && `${name} was not deleted. ${sentence(deletion.error)}`}
        </p>
        <div className="mt-6 flex flex-wrap justify-end gap-3">
          <button
            ref={cancel}
            type="button"
            className="btn btn-line"
            aria-disabled={busy}
            onClick={() => busy || dialog.current?.close()}
          >
            Cancel
          </button>
          <BusyButton busy={busy} className="btn btn-error" onClick={() => deletion.mutate()}>
            Delete
          </BusyButton>
        </div>
      </div>
    </dialog>
  )
}
