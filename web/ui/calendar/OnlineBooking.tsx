import { ChangeButton } from '#web/ui/change/ChangeButton.tsx'
import { useChange } from '#web/ui/change/use-change.ts'
import type { ChangeRules } from './use-rule-change.tsx'

interface OnlineBookingProps {
  isOpen: boolean
  change: ChangeRules
}

/** Says whether patients book online, and opens or closes it. */
export function OnlineBooking({ isOpen, change }: OnlineBookingProps) {
  const saving = useChange(() =>
    change(
      { kind: 'set-online-booking', open: !isOpen },
      isOpen
        ? {
            question: 'Close online booking?',
            action: 'Close online booking',
            done: 'Online booking is closed',
            warning:
              'Patients can no longer see free times, book or move appointments. Public pages ask them to call. They can still see and cancel what they have booked.',
          }
        : { question: 'Open online booking?', action: 'Open online booking', done: 'Online booking is open' },
    ),
  )
  return (
    <div className="mt-4 grid justify-items-start gap-4">
      <p>
        {isOpen
          ? 'Online booking is open: patients see free times, book and move their appointments.'
          : 'Online booking is closed: public pages ask patients to call. Staff book as always.'}
      </p>
      <ChangeButton change={saving} className={isOpen ? 'btn btn-line' : 'btn btn-action px-8'}>
        {isOpen ? 'Close online booking' : 'Open online booking'}
      </ChangeButton>
    </div>
  )
}
