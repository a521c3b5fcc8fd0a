import { useEffect, useId, useRef, useState } from 'react'
import { BusyButton } from '#web/components/BusyButton.tsx'

interface AskFirstProps {
  label: string
  /** What it is about, where several say the same. */
  of?: string
  question: string
  /** Settles once it was done or refused, and has put the focus where one goes on from there. */
  onConfirm: () => Promise<void>
}

/** A button that asks in its own place before it does anything. */
export function AskFirst({ label, of, question, onConfirm }: AskFirstProps) {
  const [state, setState] = useState<'ready' | 'asking' | 'busy'>('ready')
  const first = useRef<HTMLButtonElement>(null)
  const before = useRef(state)
  const asked = useId()
  const asking = state !== 'ready'

  // The focus follows the question, and comes back when it is taken back.
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
