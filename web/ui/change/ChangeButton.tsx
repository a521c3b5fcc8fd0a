import type { ComponentProps } from 'react'
import { BusyButton } from '../form/BusyButton.tsx'
import { Problem } from './Problem.tsx'

interface ChangeButtonProps extends Omit<ComponentProps<typeof BusyButton>, 'busy' | 'onClick'> {
  /** What `useChange` has returned. */
  change: { isBusy: boolean; problem: string | undefined; run: () => Promise<boolean> }
  /** Classes of the problem. */
  problemClass?: string
}

/** A button that makes a change, with its problem below. */
export function ChangeButton({ change, problemClass, ...button }: ChangeButtonProps) {
  return (
    <>
      <BusyButton {...button} busy={change.isBusy} onClick={() => void change.run()} />
      <Problem {...(problemClass && { className: problemClass })}>{change.problem}</Problem>
    </>
  )
}
