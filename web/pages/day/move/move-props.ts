import type { DeskAppointment } from '#contract/desk/day.ts'

export interface MoveProps {
  admin: string
  appointment: DeskAppointment
  /** Called after it was moved. */
  onMoved: (moved: DeskAppointment) => void
  onClose: () => void
}
