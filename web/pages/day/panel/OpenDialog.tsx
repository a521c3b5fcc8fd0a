import type { DeskDay } from '#contract/desk/day.ts'
import { loadWhenIdle } from '#web/ui/feedback/load-later.ts'
import type { MoveProps, RefusedMove } from './MoveDialog.tsx'
import type { PaymentDialogProps } from './RefundDialog.tsx'

const usePanel = loadWhenIdle(() => import('./AppointmentPanel.tsx'))
const useMove = loadWhenIdle(() => import('./MoveDialog.tsx'))
const useCancel = loadWhenIdle(() => import('./CancelDialog.tsx'))
const useRefund = loadWhenIdle(() => import('./RefundDialog.tsx'))
const usePayment = loadWhenIdle(() => import('./TakePaymentDialog.tsx'))
const usePrice = loadWhenIdle(() => import('./PriceDialog.tsx'))
const useTreatment = loadWhenIdle(() => import('./TreatmentDialog.tsx'))
const usePlace = loadWhenIdle(() => import('./PlaceDialog.tsx'))

/** What is open about an appointment. `place` is where it was dropped, `refused` a move that can be made anyway. */
export type Open =
  | {
      kind: 'panel' | 'move' | 'cancel' | 'refund' | 'pay' | 'price' | 'no-show-fee' | 'treatment'
      id: string
    }
  | { kind: 'override'; id: string; refused?: RefusedMove | undefined }
  | { kind: 'place'; id: string; place: { from: number; doctor: { id?: string; name: string } } }

interface OpenDialogProps {
  admin: string
  day: DeskDay
  open: Open | undefined
  /** Opens another dialog instead. */
  onOpen: (open: Open) => void
  onMoved: MoveProps['onMoved']
  onDone: PaymentDialogProps['onDone']
  onClose: () => void
}

/** The open dialog about an appointment, as it is now. Without the appointment, which may have moved to another day,
 *  there is none. */
export function OpenDialog({ admin, day, open, onOpen, onMoved, onDone, onClose }: OpenDialogProps) {
  const isOpen = (kind: Open['kind']) => open?.kind === kind
  const panel = usePanel(isOpen('panel'))
  const move = useMove(isOpen('move') || isOpen('override'))
  const cancel = useCancel(isOpen('cancel'))
  const refund = useRefund(isOpen('refund'))
  const pay = usePayment(isOpen('pay'))
  const price = usePrice(isOpen('price') || isOpen('no-show-fee'))
  const treatment = useTreatment(isOpen('treatment'))
  const place = usePlace(isOpen('place'))
  const appointment = day.appointments.find(({ _id }) => _id === open?.id)
  if (!open || !appointment) return null
  const { _id: id } = appointment
  const props = { admin, appointment, onMoved, onClose }
  switch (open.kind) {
    case 'panel':
      return panel && <panel.AppointmentPanel {...props} onChange={(kind) => onOpen({ kind, id })} />
    case 'move':
      return move && <move.MoveDialog {...props} onOverride={(refused) => onOpen({ kind: 'override', id, refused })} />
    case 'override':
      return move && <move.OverrideDialog {...props} doctors={day.doctors} refused={open.refused} />
    case 'cancel':
      return cancel && <cancel.CancelDialog {...props} onDone={onDone} />
    case 'refund':
      return refund && <refund.RefundDialog {...props} onDone={onDone} />
    case 'pay':
      return pay && <pay.TakePaymentDialog {...props} onDone={onDone} />
    case 'price':
      return price && <price.PriceDialog {...props} onDone={onDone} />
    case 'no-show-fee':
      return price && <price.NoShowFeeDialog {...props} onDone={onDone} />
    case 'treatment':
      return treatment && <treatment.TreatmentDialog {...props} doctors={day.doctors} onDone={onDone} />
    case 'place':
      return place && <place.PlaceDialog {...props} place={open.place} day={day} />
  }
}
