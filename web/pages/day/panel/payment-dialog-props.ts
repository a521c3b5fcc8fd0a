import type { DeskAppointment } from '#contract/desk/day.ts'
import type { ToastAction } from '#web/ui/message/Toast.tsx'

export interface PaymentDialogProps {
  admin: string
  appointment: DeskAppointment
  /** Called after the change, with what was done as a sentence, and what is to be done next. */
  onDone: (done: string, action?: ToastAction) => void
  onClose: () => void
}
