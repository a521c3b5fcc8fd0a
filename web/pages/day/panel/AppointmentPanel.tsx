import { useQuery } from '@tanstack/react-query'
import { useId, useRef } from 'react'
import { generatePath, Link } from 'react-router'
import { z } from 'zod/mini'
import { leftToRefund } from '#contract/booking/refund.ts'
import type { DeskAppointment } from '#contract/desk/day.ts'
import { textOrEmpty } from '#contract/kit/text/plain-text.ts'
import { parseMediumDate } from '#contract/kit/time/clinic-date.ts'
import { pages } from '#contract/site/pages.ts'
import { factsOf, patchNote } from '#web/api/desk/appointments.ts'
import { showPeriod } from '#web/periods.ts'
import { useMay } from '#web/session/use-may.ts'
import { useNowOn } from '#web/ui/appointment/chosen-day.ts'
import { misfitSentences } from '#web/ui/calendar/misfit-sentences.ts'
import { Problem } from '#web/ui/change/Problem.tsx'
import { CloseButton } from '#web/ui/dialog/CloseButton.tsx'
import { Modal } from '#web/ui/dialog/Modal.tsx'
import { BusyButton } from '#web/ui/form/BusyButton.tsx'
import { Field } from '#web/ui/form/Field.tsx'
import { useServerForm } from '#web/ui/form/use-server-form.ts'
import { useToast } from '#web/ui/message/use-toast.ts'
import { Alerts } from '#web/ui/patient/Alerts.tsx'
import { canMark, moneyToDo, StatusMark, statusGround, statusWords, useMarking, useShowChanged } from '../status.tsx'
import { AboutPatient } from './AboutPatient.tsx'
import { Facts } from './Facts.tsx'
import { Money } from './Money.tsx'

interface PanelProps {
  admin: string
  appointment: DeskAppointment
  onChange: (change: PanelChange) => void
  /** Books the next appointment of the same patient; undefined for those who may not book. */
  onBookNext: (() => void) | undefined
  onClose: () => void
}

/** Everything about an appointment, and what the desk can do with it. */
export function AppointmentPanel({ admin, appointment, onChange, onBookNext, onClose }: PanelProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const id = useId()
  const [mayReadPayment, mayReadPatient] = [useMay('read-payment'), useMay('read-patient')]
  const facts = useQuery(factsOf(admin, appointment._id))
  const { _id, patientId, patientName, status, date, slot, treatment, alerts = [], attention } = appointment
  const now = useNowOn(parseMediumDate(date))
  return (
    <Modal
      ref={dialog}
      labelledBy={`${id}-title`}
      describedBy={`${id}-what`}
      onClose={onClose}
      className="max-sm:modal-bottom sm:modal-end"
    >
      <div className="modal-box max-sm:max-h-dvh p-5 sm:h-dvh sm:max-h-dvh sm:w-104 sm:rounded-none sm:p-6">
        <div className="flex items-start justify-between gap-4">
          <h2 id={`${id}-title`} className="wrap-anywhere text-xl">
            {patientName}
          </h2>
          <CloseButton
            data-autofocus
            label="Close"
            className="-mt-2 -mr-2 shrink-0"
            onClick={() => dialog.current?.close()}
          />
        </div>
        <p id={`${id}-what`} className="mt-1 wrap-anywhere">
          {treatment}, {showPeriod(slot)}
        </p>
        {patientId !== undefined && mayReadPatient && (
          <Link to={generatePath(pages.patient, { id: patientId })} className="text-link mt-1 inline-block py-1">
            Patient’s record
          </Link>
        )}
        <Alerts alerts={facts.data?.alerts ?? alerts} className="mt-3" />
        <p className={`mt-3 w-fit rounded-md border-l-4 px-2 py-1 font-medium text-sm ${statusGround[status]}`}>
          <StatusMark {...{ appointment, now }} />
        </p>
        <Facts {...{ appointment, facts, mayReadPayment, mayReadPatient }} />
        <p className="mt-3 font-medium text-error empty:hidden">{attention && misfitSentences[attention]}</p>
        <p className="mt-3 font-medium text-error empty:hidden">{moneyToDo(appointment)}</p>
        <PanelActions {...{ admin, appointment, onChange, onBookNext }} />
        {mayReadPayment && <Money admin={admin} appointment={appointment} />}
        <NoteForm key={appointment.note} admin={admin} appointment={appointment} />
        {/* Comes late and has any height: nothing is below it. */}
        <AboutPatient key={_id} {...{ appointment, facts }} />
      </div>
    </Modal>
  )
}

/** Changes that have a dialog of their own. */
type PanelChange = 'move' | 'cancel' | 'refund' | 'pay' | 'price' | 'no-show-fee' | 'treatment'

type PanelActionsProps = Omit<PanelProps, 'onClose'>

/** The buttons of an appointment: its next states, and its changes. */
function PanelActions({ admin, appointment, onChange, onBookNext }: PanelActionsProps) {
  const marking = useMarking(admin)
  const { status } = appointment
  const steps = (['arrived', 'done', 'no-show', 'booked'] as const).filter((to) => canMark(appointment, to))
  const isBack = (to: (typeof steps)[number]) => to === 'booked' || status === 'done'
  const isCancelled = status === 'cancelled'
  const [mayMove, mayCancel, mayRefund, mayPay, mayPrice] = [
    useMay('change-appointment'),
    useMay('cancel-appointment'),
    useMay('refund-payment'),
    useMay('take-payment'),
    useMay('change-price'),
  ]
  const { owed = 0 } = appointment
  const changes: [PanelChange, string, boolean][] = [
    ['pay', 'Take payment', mayPay && owed > 0],
    ['no-show-fee', 'No-show fee', mayPrice && status === 'no-show'],
    ['price', 'Change price', mayPrice && !isCancelled && status !== 'no-show'],
    ['treatment', 'Change treatment', mayMove && !isCancelled && status !== 'no-show'],
    ['move', 'Move', mayMove && (status === 'booked' || status === 'arrived')],
    ['cancel', 'Cancel', mayCancel && !isCancelled && status !== 'done'],
    ['refund', 'Refund', mayRefund && leftToRefund(appointment) > 0],
  ]
  return (
    <>
      <div className="mt-5 flex flex-wrap gap-2 empty:hidden">
        {steps.map((to, at) => (
          <BusyButton
            key={to}
            busy={marking.sent?.[1] === to}
            className={`btn px-4 ${at === 0 && !isBack(to) ? 'btn-action' : 'btn-line'}`}
            onClick={() => void marking.run(appointment, to, false)}
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
        {onBookNext && (
          <button type="button" className="btn btn-line px-4" onClick={onBookNext}>
            Book next
          </button>
        )}
      </div>
    </>
  )
}

const noteFields = z.object({ note: textOrEmpty(200) })

/** The clinic's own note of an appointment. */
function NoteForm({ admin, appointment: { _id, note, patientName } }: { admin: string; appointment: DeskAppointment }) {
  const toast = useToast()
  const showChanged = useShowChanged(admin)
  const { form, field } = useServerForm(noteFields, { note }, async (fields) => {
    showChanged(await patchNote(admin, _id, { ...fields, former: note }))
    toast('success', `The note about ${patientName} is saved`)
  })
  return (
    <form noValidate onSubmit={form.onSubmit} className="mt-5 grid gap-2 border-base-300 border-t pt-4">
      <Field label="Note" hint="Patients don’t see it." autoComplete="off" {...field('note')} />
      <BusyButton type="submit" busy={form.busy} className="btn btn-line w-fit px-4">
        Save the note
      </BusyButton>
      <Problem className="text-sm">{form.error}</Problem>
    </form>
  )
}
