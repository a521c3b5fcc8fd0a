import { useEffect, useId, useRef, useState } from 'react'
import { BusyButton } from '#web/ui/form/BusyButton.tsx'

interface AskFirstProps {
  label: string
  /** The object of the action, for screen readers, where several buttons have the same label. */
  of?: string
  question: string
  /** Settles once the action was done or refused, and the focus is where the keyboard continues. */
  onConfirm: () => Promise<void>
}

/** A button that asks for confirmation in its own place. */
export function AskFirst({ label, of, question, onConfirm }: AskFirstProps) {
  const [state, setState] = useState<'ready' | 'asking' | 'busy'>('ready')
  const first = useRef<HTMLButtonElement>(null)
  const before = useRef(state)
  const asked = useId()
  const asking = state !== 'ready'

  // The focus moves to the question, and back to the button on Cancel.
  useEffect(() => {
    const isTurned = before.current !== state && before.current !== 'busy' && state !== 'busy'
    if (isTurned) first.current?.focus()
    before.current = state
  }, [state])

  const confirm = async () => {
    setState('busy')
    await onConfirm()
    setState('ready')
  }

  const name = (
    <>
      {label}
      {of && <span className="sr-only"> {of}</span>}
    </>
  )
  if (!asking) {
    return (
      <button ref={first} type="button" className="btn btn-line" onClick={() => setState('asking')}>
        {name}
      </button>
    )
  }
  return (
    <fieldset aria-labelledby={asked} className="flex flex-wrap items-center gap-3">
      <p id={asked} className="font-medium max-sm:basis-full">
        {question}
      </p>
      <BusyButton ref={first} busy={state === 'busy'} className="btn btn-error" onClick={confirm}>
        {name}
      </BusyButton>
      <button type="button" className="btn btn-line" disabled={state === 'busy'} onClick={() => setState('ready')}>
        Cancel
      </button>
    </fieldset>
  )
}
