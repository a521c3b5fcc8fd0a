import type { Booking } from '#contract/booking/booking.ts'
import { slotStartMinutes, slotsOverlap } from '#contract/kit/time/slot.ts'
import { timeInText } from '#web/dates.ts'

type Asked = {
  /** The free times of the treatment. */
  slots: string[]
  /** The patient's bookings. */
  own: Booking[] | undefined
  /** In the medium format. */
  date: string
  /** The time that was pressed. */
  wanted: string | undefined
}

type GoneTime = { slot: string; next: string; busy: Booking | undefined }

/** Returns the times at which a patient has no appointment, and the first of them from the pressed one on, or else the
 *  last before it. `gone`: the pressed one is not among them; `busy` is what the patient has then, if that is why. */
export function timesLeft({ slots: free, own = [], date, wanted }: Asked) {
  const ofDay = own.filter((booking) => booking.date === date)
  const busyAt = (slot: string) => ofDay.find((booking) => slotsOverlap(booking.slot, slot))
  const slots = free.filter((slot) => !busyAt(slot))
  const from = wanted === undefined ? 0 : slotStartMinutes(wanted)
  const next = slots.find((slot) => slotStartMinutes(slot) >= from) ?? slots.at(-1) ?? ''
  const isGone = wanted !== undefined && slots.length > 0 && !slots.includes(wanted)
  const busy = wanted !== undefined && free.includes(wanted) ? busyAt(wanted) : undefined
  const gone: GoneTime | undefined = isGone ? { slot: wanted, next, busy } : undefined
  return { slots, next, gone }
}

/** Says why the pressed time is not offered. `who`: the patient's name, empty for the owner of the account. */
export function Gone({ slot, next, busy, who }: GoneTime & { who: string }) {
  const [at, free] = [slot, next].map((each) => timeInText(slotStartMinutes(each)))
  const nearest = slotStartMinutes(next) < slotStartMinutes(slot) ? 'nearest' : 'next'
  const [has, whose] = who ? [`${who} already has`, 'Their'] : ['You already have', 'Your']
  return (
    <p role="status" className="mt-2 text-error text-sm">
      {busy ? `${has} ${busy.treatment} at ${at}. ${whose}` : `${at} isn’t free any more. The`} {nearest} free time is{' '}
      {free}.
    </p>
  )
}
