import { useEffect, useId, useRef, useState } from 'react'
import { BusyButton } from '#web/ui/form/BusyButton.tsx'

interface InlineConfirmProps {
  label: string
  /** The object of the action, for screen readers, where several buttons have the same label. */
  of?: string
  question: string
  /** Settles after the action has succeeded or failed, and moves the focus. */
  onConfirm: () => Promise<void>
}

/** A button that asks for confirmation in its own place. */
export function InlineConfirm({ label, of, question, onConfirm }: InlineConfirmProps) {
  const [state, setState] = useState<'ready' | 'asking' | 'busy'>('ready')
  const button = useRef<HTMLButtonElement>(null)
  const before = useRef(state)
  const questionId = useId()

  // The focus moves to the question, and back to the button on Cancel.
  useEffect(() => {
    if (before.current !== state && before.current !== 'busy' && state !== 'busy') button.current?.focus()
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
  if (state === 'ready') {
    return (
      <button ref={button} type="button" className="btn btn-line" onClick={() => setState('asking')}>
        {name}
      </button>
    )
  }
  return (
    <fieldset aria-labelledby={questionId} className="flex flex-wrap items-center gap-3">
      <p id={questionId} className="font-medium max-sm:basis-full">
        {question}
      </p>
      <BusyButton ref={button} busy={state === 'busy'} className="btn btn-error" onClick={confirm}>
        {name}
      </BusyButton>
      <button type="button" className="btn btn-line" disabled={state === 'busy'} onClick={() => setState('ready')}>
        Cancel
      </button>
    </fieldset>
  )
}
