import { useRef, useState } from 'react'
import type { ChangeEffect } from '#contract/calendar/calendar.ts'
import { ConfirmDialog } from '#web/ui/dialog/ConfirmDialog.tsx'
import { EffectDetails } from './EffectDetails.tsx'
import { describeAppointments } from './effect-sentences.ts'

interface EffectDialogProps {
  question: string
  action: string
  warning?: string
  effect: ChangeEffect
  /** Makes the change. With `tellPatients` patients get an email about it. */
  apply: (tellPatients: boolean) => Promise<void>
  onEnd: (applied: boolean) => void
}

/** Says what a change of the rules does to appointments, and asks for confirmation and whether patients are told. */
export function EffectDialog({ question, action, warning = '', effect, apply, onEnd }: EffectDialogProps) {
  const applied = useRef(false)
  const [tellPatients, setTellPatients] = useState(true)
  return (
    <ConfirmDialog
      title={question}
      text={[warning, describeAppointments(effect)].filter(Boolean).join(' ')}
      action={action}
      failed="Nothing was changed."
      onConfirm={async (close) => {
        await apply(tellPatients)
        applied.current = true
        close()
      }}
      onClose={() => onEnd(applied.current)}
    >
      <EffectDetails effect={effect} tellPatients={tellPatients} onTellPatients={setTellPatients} />
    </ConfirmDialog>
  )
}
