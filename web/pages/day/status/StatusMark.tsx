import type { LucideIcon } from 'lucide-react'
import CircleCheck from 'lucide-react/icons/circle-check'
import CircleX from 'lucide-react/icons/circle-x'
import Clock from 'lucide-react/icons/clock'
import UserCheck from 'lucide-react/icons/user-check'
import UserX from 'lucide-react/icons/user-x'
import type { AppointmentStatus } from '#contract/desk/day.ts'
import { statusWords } from './words.ts'

const icons: Record<AppointmentStatus, LucideIcon> = {
  booked: Clock,
  arrived: UserCheck,
  done: CircleCheck,
  'no-show': UserX,
  cancelled: CircleX,
}

/** Ground and left edge of an appointment in each state. */
export const statusGround: Record<AppointmentStatus, string> = {
  booked: 'border-l-edge bg-card',
  arrived: 'border-l-primary bg-primary/15',
  done: 'border-l-secondary bg-secondary/15',
  'no-show': 'border-l-error bg-error/10',
  cancelled: 'border-l-edge bg-base-200',
}

/** The state of an appointment: an icon and its word. */
export function StatusMark({ status }: { status: AppointmentStatus }) {
  const Icon = icons[status]
  return (
    <span className="inline-flex items-center gap-1 whitespace-nowrap">
      <Icon size={14} aria-hidden="true" className="shrink-0 print:hidden" />
      {statusWords[status]}
    </span>
  )
}
