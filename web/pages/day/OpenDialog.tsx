import type { DeskAppointment, DeskDay } from '#contract/desk/day.ts'
import { loadLater } from '#web/ui/feedback/load-later.ts'
import type { Mark } from './use-marking.ts'

const usePanel = loadLater(() => import('./panel/AppointmentPanel.tsx'), { waitForIdle: true })
const useMove = loadLater(() => import('./move/MoveDialog.tsx'), { waitForIdle: true })
const useOverride = loadLater(() => import('./move/OverrideDialog.tsx'), { waitForIdle: true })
const useCancel = loadLater(() => import('./payment/CancelDialog.tsx'), { waitForIdle: true })
const useRefund = loadLater(() => import('./payment/RefundDialog.tsx'), { waitForIdle: true })
const usePlace = loadLater(() => import('./move/PlaceDialog.tsx'), { waitForIdle: true })

/** What is open about an appointment. `place` is where it was dropped. */
export type Open =
  | { kind: 'panel' | 'move' | 'override' | 'cancel' | 'refund'; id: string }
  | { kind: 'place'; id: string; place: { from: number; doctor: { id?: string; name: string } } }

interface OpenDialogProps {
  admin: string
  day: DeskDay
  open: Open
  mark: Mark
  /** Opens another dialog instead. */
  onOpen: (open: Open) => void
  onMoved: (moved: DeskAppointment) => void
  /** Called after another change, with what was done as a sentence. */
  onDone: (done: string) => void
  onClose: () => void
}

/** The open dialog about an appointment, as it is now. Without the appointment, which may have moved to another day, there is none. */
export function OpenDialog({ admin, day, open, mark, onOpen, onMoved, onDone, onClose }: OpenDialogProps) {
  const [panel, move, override, place] = [usePanel(), useMove(), useOverride(), usePlace()]
  const [cancel, refund] = [useCancel(), useRefund()]
  const appointment = day.appointments.find(({ _id }) => _id === open.id)
  if (!appointment) return null
  const { _id: id } = appointment
  const props = { admin, appointment, onMoved, onClose }
  switch (open.kind) {
    case 'panel':
      return panel && <panel.AppointmentPanel {...props} mark={mark} onChange={(kind) => onOpen({ kind, id })} />
    case 'move':
      return move && <move.MoveDialog {...props} onOverride={() => onOpen({ kind: 'override', id })} />
    case 'override':
      return override && <override.OverrideDialog {...props} doctors={day.doctors} />
    case 'cancel':
      return cancel && <cancel.CancelDialog {...props} onDone={onDone} />
    case 'refund':
      return refund && <refund.RefundDialog {...props} onDone={onDone} />
    case 'place':
      return place && <place.PlaceDialog {...props} place={open.place} />
  }
}
