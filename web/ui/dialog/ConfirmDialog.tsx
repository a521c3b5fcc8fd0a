import { type ReactNode, useId, useRef } from 'react'
import { Problem } from '../change/Problem.tsx'
import { useChange } from '../change/use-change.ts'
import { BusyButton } from '../form/BusyButton.tsx'
import { Modal } from './Modal.tsx'

interface ConfirmDialogProps {
  /** The question, with the name of the user or doctor concerned. */
  title: string
  text: string
  /** Label of the button that confirms. */
  action: string
  /** What did not happen, in case of a failure. */
  failed: string
  /** Whether the action destroys nothing. */
  isHarmless?: boolean
  /** Whether what the dialog says is still incomplete, so that it can't be confirmed yet. */
  isWaiting?: boolean
  /** Performs the action and calls `close`, which returns the focus to the opener. @throws the reason, shown in the
   *  open dialog. */
  onConfirm: (close: () => void) => Promise<unknown>
  onClose: () => void
  /** Details below the text. */
  children?: ReactNode
}

/** Asks for confirmation of an action that is hard to undo. Opens with the focus on Cancel. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { title, text, action, failed, isHarmless = false, isWaiting = false, onConfirm, onClose, children } = props
  const dialog = useRef<HTMLDialogElement>(null)
  const id = useId()
  const close = () => dialog.current?.close()
  const { run, isBusy, problem } = useChange(() => onConfirm(close), { failed })

  return (
    <Modal
      ref={dialog}
      labelledBy={`${id}-title`}
      describedBy={`${id}-text`}
      isLocked={isBusy}
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
        {children}
        <Problem className="mt-3 wrap-anywhere text-sm">{problem}</Problem>
        <div className="mt-6 flex flex-wrap justify-end gap-3">
          <button
            data-autofocus
            type="button"
            className="btn btn-line"
            aria-disabled={isBusy}
            onClick={() => isBusy || close()}
          >
            Cancel
          </button>
          <BusyButton
            busy={isBusy || isWaiting}
            className={`btn ${isHarmless ? 'btn-action' : 'btn-error'}`}
            onClick={() => void run()}
          >
            {action}
          </BusyButton>
        </div>
      </div>
    </Modal>
  )
}
