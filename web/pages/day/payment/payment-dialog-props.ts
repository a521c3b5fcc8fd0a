import type { DeskAppointment } from '#contract/desk/day.ts'

export interface PaymentDialogProps {
  admin: string
  appointment: DeskAppointment
  /** Called after the change, with what was done as a sentence. */
  onDone: (done: string) => void
  onClose: () => void
}
