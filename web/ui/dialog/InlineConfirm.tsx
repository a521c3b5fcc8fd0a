import { useEffect, useId, useRef, useState } from 'react'
import { BusyButton } from '#web/ui/form/BusyButton.tsx'
import type { ChangeSteps } from '../change/run-change.ts'
import { useChange } from '../change/use-change.ts'

interface InlineConfirmProps<Answer> extends Omit<ChangeSteps<[], Answer>, 'failsInToast'> {
  label: string
  /** The object of the action, for screen readers, where several buttons have the same label. */
  of?: string
  question: string
  /** Sends the change. Its problems are said in a toast. */
  send: () => Promise<Answer>
}

/** A button that asks for confirmation in its own place. The focus moves to the question, and comes back unless `onEnd`
 *  has moved it. */
export function InlineConfirm<Answer>({ label, of, question, send, ...steps }: InlineConfirmProps<Answer>) {
  const [isAsking, setAsking] = useState(false)
  const { run, isBusy } = useChange(send, { ...steps, failsInToast: true })
  const button = useRef<HTMLButtonElement>(null)
  const isFocusMoved = useRef(true)
  const questionId = useId()

  useEffect(() => {
    if (!isFocusMoved.current) button.current?.focus()
    isFocusMoved.current = true
  }, [isAsking])

  const ask = (isAsked: boolean) => {
    isFocusMoved.current = false
    setAsking(isAsked)
  }
  const confirm = async () => {
    await run()
    isFocusMoved.current = document.activeElement !== button.current
    setAsking(false)
  }

  const name = (
    <>
      {label}
      {of && <span className="sr-only"> {of}</span>}
    </>
  )
  if (!isAsking) {
    return (
      <button ref={button} type="button" className="btn btn-line" onClick={() => ask(true)}>
        {name}
      </button>
    )
  }
  return (
    <fieldset aria-labelledby={questionId} className="flex flex-wrap items-center gap-3">
      <p id={questionId} className="font-medium max-sm:basis-full">
        {question}
      </p>
      <BusyButton ref={button} busy={isBusy} className="btn btn-error" onClick={confirm}>
        {name}
      </BusyButton>
      <button type="button" className="btn btn-line" disabled={isBusy} onClick={() => ask(false)}>
        Cancel
      </button>
    </fieldset>
  )
}
