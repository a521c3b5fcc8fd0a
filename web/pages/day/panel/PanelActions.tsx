import { useState } from 'react'
import { leftToRefund } from '#contract/booking/refund.ts'
import type { DeskAppointment, SettableStatus } from '#contract/desk/day.ts'
import { BusyButton } from '#web/ui/form/BusyButton.tsx'
import { canMark, statusWords } from '../status/words.ts'
import type { Mark } from '../use-marking.ts'

/** Changes that have a dialog of their own. */
export type PanelChange = 'move' | 'cancel' | 'refund'

interface PanelActionsProps {
  appointment: DeskAppointment
  mark: Mark
  onChange: (change: PanelChange) => void
}

/** The buttons of an appointment: its next states, and its changes. */
export function PanelActions({ appointment, mark, onChange }: PanelActionsProps) {
  const [busy, setBusy] = useState<SettableStatus>()
  const { status } = appointment
  const steps = (['arrived', 'done', 'no-show', 'booked'] as const).filter((to) => canMark(appointment, to))
  const isBack = (to: SettableStatus) => to === 'booked' || status === 'done'
  const isCancelled = status === 'cancelled'
  const changes: [PanelChange, string, boolean][] = [
    ['move', 'Move', status === 'booked' || status === 'arrived'],
    ['cancel', 'Cancel', !isCancelled && status !== 'done'],
    ['refund', 'Refund', leftToRefund(appointment) > 0],
  ]
  return (
    <>
      <div className="mt-5 flex flex-wrap gap-2 empty:hidden">
        {steps.map((to, at) => (
          <BusyButton
            key={to}
            busy={busy === to}
            className={`btn px-4 ${at === 0 && !isBack(to) ? 'btn-action' : 'btn-line'}`}
            onClick={async () => {
              setBusy(to)
              await mark(appointment, to)
              setBusy(undefined)
            }}
          >
            {isBack(to) ? `Back to ${statusWords[to].toLowerCase()}` : statusWords[to]}
          </BusyButton>
        ))}
        {steps.length === 0 && !isCancelled && (
          <p className="text-quiet text-sm">The patient can be marked as arrived on the day.</p>
        )}
      </div>
      <div className="mt-3 flex flex-wrap gap-2 border-base-300 border-t pt-3 empty:hidden">
        {changes
          .filter(([, , isPossible]) => isPossible)
          .map(([change, label]) => (
            <button key={change} type="button" className="btn btn-line px-4" onClick={() => onChange(change)}>
              {label}
            </button>
          ))}
      </div>
    </>
  )
}
