import { type ReactNode, type RefObject, useEffectEvent, useLayoutEffect } from 'react'

interface ModalProps {
  /** For `close()`, which gives the focus back to the opener. */
  ref: RefObject<HTMLDialogElement | null>
  /** The ids of its title and of what is read out with it. */
  labelledBy: string
  describedBy: string
  /** Escape does not close it. */
  isLocked?: boolean
  /** Called when it was closed, but not when it is unmounted while it is open. */
  onClose: () => void
  className: string
  children: ReactNode
}

/** A dialog over the page, open while it is mounted. The element with `data-autofocus` gets the focus; the opener gets it back. */
export function Modal({ ref, labelledBy, describedBy, isLocked = false, onClose, className, children }: ModalProps) {
  const closed = useEffectEvent(onClose)

  // Back may unmount it while it is open. Only `close` gives the focus back, and then `onClose` must not run, which may go back once more.
  useLayoutEffect(() => {
    const { current } = ref
    const onClosed = () => closed()
    // Focused together with the dialog: each of them makes the browser look through the whole page.
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
