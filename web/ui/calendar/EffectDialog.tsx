import { type ReactNode, useId, useRef, useState } from 'react'
import type { ChangeEffect } from '#contract/calendar/calendar.ts'
import { formatCount } from '#contract/kit/text/count.ts'
import { showDate } from '#web/dates.ts'
import { showPeriod } from '#web/periods.ts'
import { ConfirmDialog } from '#web/ui/dialog/ConfirmDialog.tsx'
import { ifEmailed, ifTexted } from '#web/unsent.ts'
import { describeAppointments, describeCalls, describeMessages } from './effect-sentences.ts'

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

const maxListed = 5

interface EffectDetailsProps {
  effect: ChangeEffect
  /** Whether patients get an email. */
  tellPatients: boolean
  onTellPatients: (tellPatients: boolean) => void
}

/** Names the appointments that need attention and the patients to call, and asks whether the others get an email. */
export function EffectDetails({ effect, tellPatients, onTellPatients }: EffectDetailsProps) {
  const { moved, attention, patients } = effect
  const messages = describeMessages(effect)
  const onlyTexts = patients.texted > 0 && patients.emailed === 0
  return (
    <>
      <TakenOver moved={moved} />
      {attention.count > 0 && (
        <>
          <List count={attention.count}>
            {attention.first.slice(0, maxListed).map(({ _id, date, slot, treatment, patientName }) => (
              <li key={_id} className="wrap-anywhere">
                {showDate(date)}, {showPeriod(slot)}: {treatment}, {patientName}
              </li>
            ))}
          </List>
          <p className="mt-3 text-quiet text-sm">
            {ifEmailed('These patients get a message only when you move or cancel their appointment.')}
          </p>
        </>
      )}
      {patients.called.count > 0 && (
        <>
          <p className="mt-3">{describeCalls(effect)}</p>
          <List count={patients.called.count}>
            {patients.called.first.slice(0, maxListed).map(({ _id, date, slot, patientName, phone }) => (
              <li key={_id} className="wrap-anywhere">
                {patientName}, {phone || 'no phone number'}: {showDate(date)}, {showPeriod(slot)}
              </li>
            ))}
          </List>
        </>
      )}
      {messages ? (
        <TellPatients
          messages={onlyTexts ? ifTexted(messages) : ifEmailed(messages)}
          byText={patients.texted > 0}
          checked={tellPatients}
          onChange={onTellPatients}
        />
      ) : (
        moved.count > 0 &&
        patients.called.count === 0 && <p className="mt-3 text-quiet text-sm">No patient gets a message.</p>
      )}
    </>
  )
}

/** Names the appointments that others take over, by dentist. */
function TakenOver({ moved }: Pick<ChangeEffect, 'moved'>) {
  const byDentist = [...Map.groupBy(moved.first, ({ doctor }) => doctor)]
  const unlisted = moved.count - moved.first.length
  return (
    <div className="empty:hidden">
      {byDentist.map(([doctor, appointments]) => (
        <details key={doctor ?? ''} open={moved.count <= maxListed} className="mt-2 text-sm">
          <summary className="min-h-8 cursor-pointer font-medium">
            {doctor ?? 'Without a dentist'}: {formatCount(appointments.length)}
          </summary>
          <ul className="grid gap-1 pl-4">
            {appointments.map(({ _id, date, slot, treatment, patientName }) => (
              <li key={_id} className="wrap-anywhere">
                {showDate(date)}, {showPeriod(slot)}: {treatment}, {patientName}
              </li>
            ))}
          </ul>
        </details>
      ))}
      {unlisted > 0 && <p className="mt-2 text-sm">and {formatCount(unlisted)} more</p>}
    </div>
  )
}

function List({ count, children }: { count: number; children: ReactNode }) {
  return (
    <ul className="mt-3 grid gap-1 text-sm">
      {children}
      {count > maxListed && <li>and {formatCount(count - maxListed)} more</li>}
    </ul>
  )
}

interface TellPatientsProps {
  messages: string
  byText: boolean
  checked: boolean
  onChange: (checked: boolean) => void
}

function TellPatients({ messages, byText, checked, onChange }: TellPatientsProps) {
  const id = useId()
  return (
    <>
      <label className="mt-3 flex min-h-11 items-center gap-3">
        <input
          type="checkbox"
          className="checkbox"
          aria-describedby={id}
          checked={checked}
          onChange={({ target }) => onChange(target.checked)}
        />
        {byText ? 'Tell patients by email or text message' : 'Tell patients by email'}
      </label>
      <p id={id} className="text-quiet text-sm">
        {messages}
      </p>
    </>
  )
}
