import { useState } from 'react'
import { clinicToday, type IsoDate } from '#contract/kit/time/clinic-date.ts'
import { clinic } from '#web/clinic.ts'
import { serverNow } from '#web/server-clock.ts'
import { DayCalendar } from '#web/ui/calendar/DayCalendar.tsx'
import { Spinner } from '#web/ui/feedback/Spinner.tsx'
import { TreatmentCard, TreatmentCardSkeleton } from '../appointment/TreatmentCard.tsx'
import { OrderSkeleton } from '../payment/Order.tsx'
import { ReceiptSkeleton } from '../payment/ReceiptPaper.tsx'
import { Part, State } from './Part.tsx'

const open = {
  _id: '00000000-0000-4000-8000-000000000006',
  name: 'Teeth Cleaning',
  slots: ['08.00 AM - 08.30 AM'],
  price: 59,
}

const nothing = () => undefined

const texts = { description: 'We remove plaque and tartar.', facts: '30 min · with Dr. Ida Holm' }

/** The calendar, the cards of the appointment page, and their placeholders. */
export function Waiting() {
  const today = clinicToday(serverNow(), clinic.timeZone)
  const [day, setDay] = useState<IsoDate>(today)
  return (
    <>
      <Part title="Calendar">
        <div className="justify-self-start rounded-box border border-base-300 bg-card p-3 shadow-float sm:p-6">
          <DayCalendar day={day} today={today} onChoose={setDay} onRest={nothing} onLeave={nothing} />
        </div>
      </Part>
      <Part title="Cards and skeletons">
        <ul className="grid gap-6 md:grid-cols-3">
          <TreatmentCard
            day="2026-11-21"
            treatment={open}
            {...texts}
            opening={false}
            onBook={nothing}
            onWait={nothing}
            onChoose={nothing}
          />
          <TreatmentCard
            day="2026-11-21"
            treatment={{ ...open, slots: [] }}
            {...texts}
            nextDay="2026-11-23"
            opening={false}
            onBook={nothing}
            onWait={nothing}
            onChoose={nothing}
          />
          <TreatmentCardSkeleton />
        </ul>
        <div className="grid items-start gap-6 lg:grid-cols-2">
          <State name="An order">
            <OrderSkeleton />
          </State>
          <State name="A receipt">
            <ReceiptSkeleton />
          </State>
        </div>
        <State name="A page">
          <Spinner label="Loading" />
        </State>
      </Part>
    </>
  )
}
