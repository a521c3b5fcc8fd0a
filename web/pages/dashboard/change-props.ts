import type { Booking } from '#contract/booking/booking.ts'

export interface ChangeProps {
  booking: Booking
  onClose: (isChanged: boolean) => void
}
