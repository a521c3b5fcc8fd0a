import { useRef } from 'react'
import type { ChangeEffect } from '#contract/calendar/calendar.ts'
import { formatCount } from '#contract/kit/text/count.ts'
import { ConfirmDialog } from '#web/ui/dialog/ConfirmDialog.tsx'

interface EffectDialogProps {
  question: string
  action: string
  warning?: string
  effect: ChangeEffect
  apply: () => Promise<void>
  onEnd: (applied: boolean) => void
}

const shown = 5

/** Says what a change of the rules does to appointments and asks for confirmation. */
export function EffectDialog({ question, action, warning = '', effect, apply, onEnd }: EffectDialogProps) {
  const applied = useRef(false)
  const { moved, attention } = effect
  const sentences = [
    warning,
    moved.count > 0 &&
      `${appointments(moved.count)} at the same time ${moved.count === 1 ? 'goes' : 'go'} to another dentist or chair.`,
    attention.count > 0 &&
      `${appointments(attention.count)} no longer ${attention.count === 1 ? 'fits' : 'fit'} and will be listed under Needs attention:`,
  ]
  return (
    <ConfirmDialog
      title={question}
      text={sentences.filter(Boolean).join(' ') || 'No appointment is affected.'}
      action={action}
      failed="Nothing was changed."
      onConfirm={async (close) => {
        await apply()
        applied.current = true
        close()
      }}
      onClose={() => onEnd(applied.current)}
    >
      {attention.count > 0 && (
        <ul className="mt-3 grid gap-1 text-sm">
          {attention.first.slice(0, shown).map(({ _id, date, slot, treatment, patientName }) => (
            <li key={_id} className="wrap-anywhere">
              {date}, {slot}: {treatment}, {patientName}
            </li>
          ))}
          {attention.count > shown && <li>and {formatCount(attention.count - shown)} more</li>}
        </ul>
      )}
    </ConfirmDialog>
  )
}

function appointments(count: number) {
  return `${formatCount(count)} ${count === 1 ? 'appointment' : 'appointments'}`
}
