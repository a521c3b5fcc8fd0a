import type { DeskAppointment } from '#contract/desk/day.ts'
import type { ToTell } from '#web/ui/contact/contact.ts'

export interface MoveProps {
  admin: string
  appointment: DeskAppointment
  /** Called after it was moved, with what a toast adds. */
  onMoved: (moved: DeskAppointment, told: ToTell) => void
  onClose: () => void
}
