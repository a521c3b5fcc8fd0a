import { type ReactNode, useId, useRef } from 'react'
import type { DeskAppointment } from '#contract/desk/day.ts'
import { hasEmail } from '#contract/kit/text/email.ts'
import { mailLink } from '#contract/kit/text/mail-link.ts'
import { PhoneLink } from '#web/ui/contact/PhoneLink.tsx'
import { CloseButton } from '#web/ui/dialog/CloseButton.tsx'
import { Modal } from '#web/ui/dialog/Modal.tsx'
import { StatusMark, statusGround } from '../status/StatusMark.tsx'
import { paymentInWords } from '../status/words.ts'
import type { Mark } from '../use-marking.ts'
import { NoteForm } from './NoteForm.tsx'
import { PanelActions, type PanelChange } from './PanelActions.tsx'
import { Refunds } from './Refunds.tsx'

export interface PanelProps {
  admin: string
  appointment: DeskAppointment
  mark: Mark
  onChange: (change: PanelChange) => void
  onClose: () => void
}

/** Everything about an appointment, and what the desk can do with it. */
export function AppointmentPanel({ admin, appointment, mark, onChange, onClose }: PanelProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const id = useId()
  const { patientName, status, date, slot, treatment, doctor, chair, phone, patient, overridden, overrideReason } =
    appointment
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
          {treatment}, {slot}
        </p>
        <p className={`mt-3 inline-block rounded-md border-l-4 px-2 py-1 font-medium text-sm ${statusGround[status]}`}>
          <StatusMark status={status} />
        </p>
        <dl className="mt-4 grid grid-cols-[5.5rem_minmax(0,1fr)] gap-y-1 text-sm [&_dd]:wrap-anywhere [&_dt]:text-quiet">
          <Fact label="Phone">{phone && <PhoneLink phone={phone} />}</Fact>
          <Fact label="Email">
            {hasEmail(patient) ? (
              <a className="text-link inline-block py-1" href={mailLink(patient)}>
                {patient}
              </a>
            ) : (
              'No email: call instead'
            )}
          </Fact>
          <Fact label="Day">{date}</Fact>
          <Fact label="Dentist">{doctor}</Fact>
          <Fact label="Chair">{chair}</Fact>
          <Fact label="Payment">{paymentInWords(appointment)}</Fact>
          {overridden && <Fact label="Rules">Kept in spite of the rules{overrideReason && `: ${overrideReason}`}</Fact>}
        </dl>
        <PanelActions {...{ appointment, mark, onChange }} />
        {appointment.paid && <Refunds admin={admin} id={appointment._id} />}
        <NoteForm key={appointment.note} admin={admin} appointment={appointment} />
      </div>
    </Modal>
  )
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  if (!children) return null
  return (
    <>
      <dt className="py-1">{label}</dt>
      <dd className="py-1">{children}</dd>
    </>
  )
}
