import type { Booking } from '#contract/booking.ts'
import { dollars } from '#web/components/dollars.ts'

/** What is paid for, and how much it is. */
export function Order({ booking }: { booking: Booking }) {
  const { patientName, treatment, date, slot, price, paid } = booking
  return (
    <section aria-label="Appointment" className="rounded-box border border-base-300 p-6 sm:p-8">
      <p className="[overflow-wrap:anywhere]">Hello, {patientName}</p>
      <h2 className="mt-1 text-xl">{paid || price <= 0 ? treatment : `Please Pay for ${treatment}`}</h2>
      <dl className="mt-5 grid grid-cols-[auto_1fr] gap-x-8 gap-y-2">
        <dt className="text-quiet">Date</dt>
        <dd>{date}</dd>
        <dt className="text-quiet">Time</dt>
        <dd>{slot}</dd>
      </dl>
      <p className="mt-6 border-base-300 border-t pt-5 font-bold text-lg">
        {paid ? `Paid: ${dollars(price)}` : `Please pay: ${dollars(price)}`}
      </p>
    </section>
  )
}
