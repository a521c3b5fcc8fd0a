import { type ReactNode, type RefObject, useEffectEvent, useLayoutEffect } from 'react'

interface ModalProps {
  /** For `close()`, which returns the focus to the opener. */
  ref: RefObject<HTMLDialogElement | null>
  /** Ids of the elements that name and describe the dialog. */
  labelledBy: string
  describedBy: string
  /** Whether Escape is disabled. */
  isLocked?: boolean
  /** Called after the dialog was closed, but not when it is unmounted while open. */
  onClose: () => void
  className: string
  children: ReactNode
}

/** A modal dialog, open while it is mounted. Focuses the element with `data-autofocus`; on closing the focus returns to
 *  the opener. */
export function Modal({ ref, labelledBy, describedBy, isLocked = false, onClose, className, children }: ModalProps) {
  const closed = useEffectEvent(onClose)

  // Back may unmount an open dialog. `close` then returns the focus, but `onClose`, which may go back once more, must
  // not run.
  useLayoutEffect(() => {
    const { current } = ref
    const onClosed = () => closed()
    // One focus change instead of two: each makes the browser look through the whole page.
    current?.querySelector('[data-autofocus]')?.setAttribute('autofocus', '')
    current?.showModal()
    current?.addEventListener('close', onClosed)
    return () => {
      current?.removeEventListener('close', onClosed)
      current?.close()
    }
  }, [ref])

  return (
    <dialog
      ref={ref}
      aria-labelledby={labelledBy}
      aria-describedby={describedBy}
      onCancel={(event) => isLocked && event.preventDefault()}
      className={`modal ${className}`}
    >
      {children}
    </dialog>
  )
}
