import type { ReactNode } from 'react'
import type { Booking } from '#contract/booking/booking.ts'
import { owedOf } from '#contract/booking/refund.ts'
import { showDate } from '#web/dates.ts'
import { formatDollars, partPaidSentence } from '#web/money.ts'
import { SlotTime, weekdayOfMedium } from '#web/ui/appointment/AppointmentTime.tsx'
import { Bar } from '#web/ui/feedback/Bar.tsx'

const card = 'rounded-box border border-base-300 bg-card p-6 sm:p-8'

/** What the pages of a payment show of a booking. Whoever pays by a link is not told the patient's name and email. */
export type Ordered = Omit<Booking, '_id' | 'treatmentId' | 'patient' | 'patientName' | 'phone'> & {
  patient?: string | undefined
  patientName?: string | undefined
}

/** The booking to pay for, its price and what is still to pay. */
export function Order({ booking }: { booking: Ordered }) {
  const { patientName, treatment, doctor, date, slot, price, paid, received } = booking
  const owed = owedOf(booking)
  const partPaid = partPaidSentence(booking)
  return (
    <section aria-label="Appointment" className={`@container ${card}`}>
      {patientName && <p className="wrap-anywhere">Hello, {patientName}</p>}
      <h2 className="mt-1 text-xl">{owed > 0 ? `Please Pay for ${treatment}` : treatment}</h2>
      <dl className="mt-5 grid @min-[14rem]:grid-cols-[auto_1fr] gap-x-8 gap-y-2">
        <dt className="text-quiet">Date</dt>
        <dd>
          <span>{showDate(date)}</span>
          <span className="block text-quiet text-sm">{weekdayOfMedium(date)}</span>
        </dd>
        <dt className="text-quiet">Time</dt>
        <dd>
          <SlotTime date={date} slot={slot} />
        </dd>
        {doctor && (
          <>
            <dt className="text-quiet">Dentist</dt>
            <dd className="wrap-anywhere">{doctor}</dd>
          </>
        )}
      </dl>
      <div className="mt-6 border-base-300 border-t pt-5">
        <p className="font-bold text-lg">
          {paid ? 'Paid' : owed > 0 ? 'Please pay' : 'Price'}:{' '}
          {formatDollars(paid ? (received ?? price) : owed > 0 ? owed : price)}
        </p>
        {partPaid !== '' && <p className="mt-1 text-quiet">{partPaid}</p>}
      </div>
    </section>
  )
}

/** Placeholder for the order while it loads. */
export function OrderSkeleton() {
  return (
    <div className={card} aria-hidden="true">
      <Bar width="w-2/5" />
      <div className="mt-1 text-xl">
        <Bar width="w-4/5" />
        <Bar width="w-3/5" />
      </div>
      <div className="mt-5 grid gap-2">
        <Bar width="w-1/2" />
        <span className="block text-sm">
          <Bar width="w-2/5" />
        </span>
        <Bar width="w-3/5" />
        <Bar width="w-3/5" />
      </div>
      <div className="mt-6 border-base-300 border-t pt-5 text-lg">
        <Bar width="w-2/5" />
      </div>
    </div>
  )
}

/** The order and the payment panel, side by side on a wide screen. They keep their places once it is paid. */
export function Columns({ order, panel }: { order: ReactNode; panel: ReactNode }) {
  return (
    <div className="grid grid-cols-1 items-start gap-6 xl:grid-cols-[minmax(0,5fr)_minmax(0,6fr)] xl:gap-10">
      <div>{order}</div>
      <div>{panel}</div>
    </div>
  )
}
