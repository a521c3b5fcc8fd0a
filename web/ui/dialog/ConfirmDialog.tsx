import { useMutation } from '@tanstack/react-query'
import { useId, useRef } from 'react'
import { messageFor } from '#web/api/http/errors.ts'
import { BusyButton } from '../form/BusyButton.tsx'
import { Modal } from './Modal.tsx'

interface ConfirmDialogProps {
  /** The question, naming whom it is about. */
  title: string
  text: string
  /** Label of the button that goes ahead. */
  action: string
  /** What did not happen, should it fail. */
  failed: string
  /** Does it and calls `close`, after which the focus is on the opener. @throws the reason, which the open dialog then shows. */
  onConfirm: (close: () => void) => Promise<void>
  onClose: () => void
}

/** Asks before something that is hard to take back. It opens with the focus on Cancel. */
export function ConfirmDialog({ title, text, action, failed, onConfirm, onClose }: ConfirmDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const id = useId()
  const close = () => dialog.current?.close()
  const { mutate, isPending, error } = useMutation({ mutationFn: () => onConfirm(close) })

  return (
    <Modal
      ref={dialog}
      labelledBy={`${id}-title`}
      describedBy={`${id}-text`}
      isLocked={isPending}
      onClose={onClose}
      className="max-sm:modal-bottom"
    >
      <div className="modal-box max-w-110 p-6 shadow-float sm:p-8">
        <h2 id={`${id}-title`} className="wrap-anywhere text-xl">
          {title}
        </h2>
        <p id={`${id}-text`} className="mt-3 wrap-anywhere">
          {text}
        </p>
        <p role="alert" className="mt-3 wrap-anywhere text-error text-sm empty:hidden">
          {error && `${failed} ${messageFor(error)}`}
        </p>
        <div className="mt-6 flex flex-wrap justify-end gap-3">
          <button
            data-autofocus
            type="button"
            className="btn btn-line"
            aria-disabled={isPending}
            onClick={() => isPending || close()}
          >
            Cancel
          </button>
          <BusyButton busy={isPending} className="btn btn-error" onClick={() => mutate()}>
            {action}
          </BusyButton>
        </div>
      </div>
    </Modal>
  )
}
