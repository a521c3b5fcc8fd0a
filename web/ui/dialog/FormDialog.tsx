import { type ReactNode, type RefObject, useId } from 'react'
import { CloseButton } from './CloseButton.tsx'
import { Modal } from './Modal.tsx'

interface FormDialogProps {
  /** For `close()`. */
  ref: RefObject<HTMLDialogElement | null>
  title: string
  /** A sentence below the title. */
  text?: string
  /** Whether its form has two columns where they fit. */
  isWide?: boolean
  onClose: () => void
  children: ReactNode
}

/** A dialog with a form. */
export function FormDialog({ ref, title, text = '', isWide = false, onClose, children }: FormDialogProps) {
  const id = useId()
  return (
    <Modal
      ref={ref}
      labelledBy={`${id}-title`}
      describedBy={`${id}-text`}
      onClose={onClose}
      className="max-sm:modal-bottom"
    >
      <div
        className={`modal-box max-sm:max-h-dvh max-w-120 px-5 py-5 shadow-float sm:p-8 ${isWide ? 'lg:max-w-4xl' : ''}`}
      >
        <div className="flex items-start justify-between gap-4">
          <h2 id={`${id}-title`} className="wrap-anywhere hyphens-auto text-xl">
            {title}
          </h2>
          <CloseButton
            label="Close without saving"
            className="-mt-2 -mr-2 shrink-0"
            onClick={() => ref.current?.close()}
          />
        </div>
        <p id={`${id}-text`} className="mt-1 text-quiet text-sm empty:hidden">
          {text}
        </p>
        {children}
      </div>
    </Modal>
  )
}
