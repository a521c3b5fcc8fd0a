import type { ComponentProps } from 'react'

interface BusyButtonProps extends ComponentProps<'button'> {
  /** What was pressed for is under way. */
  busy: boolean
}

/** A button for what takes a while: it says so at once, keeps the focus and can't be pressed again meanwhile. */
export function BusyButton({ busy, type = 'button', onClick, children, ...button }: BusyButtonProps) {
  return (
    <>
      <button {...button} type={type} aria-disabled={busy} {...(!busy && { onClick })}>
        {busy && <span className="loading loading-spinner loading-sm" aria-hidden="true" />}
        {children}
      </button>
      <span role="status" className="sr-only">
        {busy ? 'One moment' : ''}
      </span>
    </>
  )
}
