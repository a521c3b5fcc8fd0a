import type { DeskAppointment, DeskDay } from '#contract/desk/day.ts'
import { AppointmentPanel } from './AppointmentPanel.tsx'
import { CancelDialog } from './CancelDialog.tsx'
import { MoveDialog, type MoveProps, OverrideDialog, type RefusedMove } from './MoveDialog.tsx'
import { PlaceDialog } from './PlaceDialog.tsx'
import { NoShowFeeDialog, PriceDialog } from './PriceDialog.tsx'
import { type PaymentDialogProps, RefundDialog } from './RefundDialog.tsx'
import { TakePaymentDialog } from './TakePaymentDialog.tsx'
import { TreatmentDialog } from './TreatmentDialog.tsx'

/** What is open about an appointment. `place` is where it was dropped, `refused` a move that can be made anyway. */
export type Open =
  | {
      kind: 'panel' | 'move' | 'cancel' | 'refund' | 'pay' | 'price' | 'no-show-fee' | 'treatment'
      id: string
    }
  | { kind: 'override'; id: string; refused?: RefusedMove | undefined }
  | { kind: 'place'; id: string; place: { from: number; doctor: { id?: string; name: string } } }

export interface DialogProps {
  admin: string
  day: DeskDay
  open: Open
  /** Opens another dialog instead. */
  onOpen: (open: Open) => void
  onMoved: MoveProps['onMoved']
  /** Books the next appointment of the patient; undefined for those who may not book. */
  onBookNext: ((appointment: DeskAppointment) => void) | undefined
  onDone: PaymentDialogProps['onDone']
  onClose: () => void
}

/** A dialog about an appointment, as it is now. Without the appointment, which may have moved to another day, there is
 *  none. */
export function DialogOf({ admin, day, open, onOpen, onMoved, onBookNext, onDone, onClose }: DialogProps) {
  const appointment = day.appointments.find(({ _id }) => _id === open.id)
  if (!appointment) return null
  const { _id: id } = appointment
  const props = { admin, appointment, onMoved, onClose }
  switch (open.kind) {
    case 'panel':
      return (
        <AppointmentPanel
          {...props}
          onChange={(kind) => onOpen({ kind, id })}
          onBookNext={onBookNext && (() => onBookNext(appointment))}
        />
      )
    case 'move':
      return <MoveDialog {...props} onOverride={(refused) => onOpen({ kind: 'override', id, refused })} />
    case 'override':
      return <OverrideDialog {...props} doctors={day.doctors} refused={open.refused} />
    case 'cancel':
      return <CancelDialog {...props} onDone={onDone} />
    case 'refund':
      return <RefundDialog {...props} onDone={onDone} />
    case 'pay':
      return <TakePaymentDialog {...props} onDone={onDone} />
    case 'price':
      return <PriceDialog {...props} onDone={onDone} />
    case 'no-show-fee':
      return <NoShowFeeDialog {...props} onDone={onDone} />
    case 'treatment':
      return <TreatmentDialog {...props} doctors={day.doctors} onDone={onDone} />
    case 'place':
      return <PlaceDialog {...props} place={open.place} day={day} />
  }
}
