import type { ComponentProps } from 'react'

interface BusyButtonProps extends ComponentProps<'button'> {
  busy: boolean
}

/** A button for a slow action. While `busy` it shows and announces so, keeps the focus and ignores presses. */
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
