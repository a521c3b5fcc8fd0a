// What the clinic should do, in plain TypeScript and without a look at the product's code.

export type Person = 'ann' | 'bob' | 'desk' | 'stranger'
export type Owner = Exclude<Person, 'stranger'>
export type Status = 'booked' | 'arrived' | 'done' | 'no-show' | 'cancelled'
/** `charged`: the card was charged and the clinic does not know yet. `settled`: the appointment is paid. `returned`: it
 *  could not be paid any more, and the money went back. */
type Payment = 'none' | 'open' | 'charged' | 'settled' | 'returned'

/** A time: days since the first one, and an index of `starts`. */
export type Time = { day: number; at: number }

/** An appointment. `treatment` is an index, `price` and `back` (refunded, or on its way back) are cents. */
export type Appointment = Time & {
  number: number
  owner: Owner
  treatment: number
  price: number
  status: Status
  payment: Payment
  back: number
}

/** `now` is in hours since midnight before the first day. */
export type Clinic = { now: number; prices: readonly number[]; appointments: Appointment[] }

/** An answer: the status, and the reason or the field that it names. */
export type Outcome = { status: number; why?: string | undefined }

/** Hours of the day at which appointments of half an hour begin. */
export const starts = [8, 9, 10.5, 14]
const freeCancelHours = 24

const ok: Outcome = { status: 200 }
const made: Outcome = { status: 201 }
const refused = (why?: string): Outcome => ({ status: 409, why })
const invalid = (why: string): Outcome => ({ status: 400, why })
const unknown: Outcome = { status: 404 }
const signInFirst: Outcome = { status: 401 }
const notAllowed: Outcome = { status: 403 }

const isLive = ({ status }: Appointment) => status !== 'cancelled'
const startOf = ({ day, at }: Time) => day * 24 + (starts[at] ?? 0)
const endOf = (time: Time) => startOf(time) + 0.5
const isSameTime = (one: Time, other: Time) => one.day === other.day && one.at === other.at
/** A cancelled appointment without a payment is gone for everyone but the desk. */
const isHidden = ({ status, payment }: Appointment) => status === 'cancelled' && payment !== 'settled'

/** The cents of an appointment that can still go back to the card. */
export const leftOf = ({ payment, price, back }: Appointment): number => (payment === 'settled' ? price - back : 0)

/** Returns why a person may not do what only staff may; undefined if they may. */
function refusedByRole(who: Person): Outcome | undefined {
  if (who === 'stranger') return signInFirst
  return who === 'desk' ? undefined : notAllowed
}

/** Returns why a person may not touch an appointment as its patient. */
function refusedToPatient(who: Person, appointment: Appointment): Outcome | undefined {
  if (who === 'stranger') return signInFirst
  return who !== appointment.owner || isHidden(appointment) ? unknown : undefined
}

/** Returns why the clinic offers no such time: to patients until it begins, to staff until it ends. */
function refusedTime({ now }: Clinic, time: Time, until: 'start' | 'end'): 'day-past' | 'slot-begun' | undefined {
  if (time.day < Math.floor(now / 24)) return 'day-past'
  return (until === 'start' ? startOf(time) : endOf(time)) <= now ? 'slot-begun' : undefined
}

function clashesOf({ appointments }: Clinic, wish: Time & { owner: Owner; treatment: number }, except?: Appointment) {
  const others = appointments.filter((each) => isLive(each) && each !== except)
  return {
    isTaken: others.some((each) => each.treatment === wish.treatment && isSameTime(each, wish)),
    isOwn: others.some(
      (each) =>
        each.owner === wish.owner &&
        (isSameTime(each, wish) || (each.treatment === wish.treatment && each.day === wish.day)),
    ),
  }
}

type Wish = Time & { owner: Owner; treatment: number }

/** `isPriceRight`: the price that the patient has seen is the present one. */
export function booking(clinic: Clinic, who: Person, wish: Wish, isPriceRight: boolean): Outcome {
  if (who === 'stranger') return signInFirst
  if (who !== wish.owner) return notAllowed
  const past = refusedTime(clinic, wish, 'start')
  if (past) return invalid(past)
  if (!isPriceRight) return refused('price-changed')
  const { isTaken, isOwn } = clashesOf(clinic, wish)
  if (isOwn) return refused()
  return isTaken ? refused('slot-taken') : made
}

export function bookingByDesk(clinic: Clinic, who: Person, wish: Wish): Outcome {
  const role = refusedByRole(who)
  if (role) return role
  const past = refusedTime(clinic, wish, 'end')
  if (past) return invalid(past)
  const { isTaken, isOwn } = clashesOf(clinic, wish)
  if (isOwn) return refused('already-booked')
  return isTaken ? refused('slot-taken') : made
}

/** Why a patient can't change an appointment any more. */
function fixed({ now }: Clinic, appointment: Appointment): 'cancelled' | 'begun' | undefined {
  if (appointment.status === 'cancelled') return 'cancelled'
  return appointment.status !== 'booked' || startOf(appointment) <= now ? 'begun' : undefined
}

function placing(clinic: Clinic, appointment: Appointment, to: Time): Outcome {
  const { isTaken, isOwn } = clashesOf(clinic, { ...appointment, ...to }, appointment)
  if (isTaken) return refused('slot-taken')
  return isOwn ? refused('own-appointment') : ok
}

/** `by`: a person, or the holder of the link in an email. */
export function move(clinic: Clinic, by: Person | 'link', appointment: Appointment, to: Time): Outcome {
  const foreign = by === 'link' ? undefined : refusedToPatient(by, appointment)
  if (foreign) return foreign
  const past = refusedTime(clinic, to, 'start')
  if (past) return invalid(past)
  const why = fixed(clinic, appointment)
  return why ? refused(why) : placing(clinic, appointment, to)
}

export function moveByDesk(clinic: Clinic, who: Person, appointment: Appointment, to: Time): Outcome {
  const role = refusedByRole(who)
  if (role) return role
  const past = refusedTime(clinic, to, 'end')
  if (past) return invalid(past)
  const { status } = appointment
  if (status === 'cancelled') return refused('cancelled')
  if (status === 'done' || status === 'no-show') return refused('over')
  if (status === 'arrived' && to.day !== appointment.day) return refused('arrived')
  return placing(clinic, appointment, to)
}

export function cancellation(clinic: Clinic, by: Person | 'link', appointment: Appointment): Outcome {
  const foreign = by === 'link' ? undefined : refusedToPatient(by, appointment)
  if (foreign) return foreign
  const why = fixed(clinic, appointment)
  if (why) return refused(why)
  return clinic.now > startOf(appointment) - freeCancelHours ? refused('too-late') : ok
}

export function cancellationByDesk(who: Person, appointment: Appointment, cents: number): Outcome {
  const role = refusedByRole(who)
  if (role) return role
  const { status } = appointment
  if (status === 'cancelled' || status === 'done') return refused(status)
  if (cents > 0 && appointment.payment !== 'settled') return refused('not-paid')
  return cents > leftOf(appointment) ? invalid('too-much') : ok
}

const steps: Record<Status, readonly Status[]> = {
  booked: ['arrived', 'done', 'no-show'],
  arrived: ['booked', 'done', 'no-show'],
  done: ['arrived', 'booked'],
  'no-show': ['booked'],
  cancelled: [],
}

/** `from`: the status that the desk's page shows. */
export function marking(clinic: Clinic, who: Person, appointment: Appointment, from: Status, to: Status): Outcome {
  const role = refusedByRole(who)
  if (role) return role
  if (appointment.status !== from) return refused('status-changed')
  if (!steps[from].includes(to)) return refused('no-such-step')
  if (to === 'arrived' && appointment.day > Math.floor(clinic.now / 24)) return refused('before-its-day')
  const needsStart = to === 'no-show' || (to === 'done' && from !== 'arrived')
  return needsStart && startOf(appointment) > clinic.now ? refused('not-begun') : ok
}

/** The request of a payment intent. */
export function paying(who: Person, appointment: Appointment, isPriceRight: boolean): Outcome {
  const foreign = refusedToPatient(who, appointment)
  if (foreign) return foreign
  if (appointment.payment === 'settled') return refused('already-paid')
  if (!isPriceRight) return refused('price-mismatch')
  return appointment.payment === 'charged' ? refused('already-paid') : ok
}

/** The report that the intent of `paid` pays `appointment`. */
export function reporting(who: Person, appointment: Appointment, paid: Appointment): Outcome {
  const foreign = refusedToPatient(who, appointment)
  if (foreign) return foreign
  if (paid.owner !== who) return { status: 402, why: 'unknown' }
  if (paid.payment === 'open') return { status: 402, why: 'not-paid' }
  return paid === appointment ? ok : refused('another-booking')
}

/** The clinic learns that the card was charged. */
export function settle(appointment: Appointment): void {
  if (appointment.payment !== 'charged') return
  appointment.payment = isLive(appointment) ? 'settled' : 'returned'
}

export function refunding(who: Person, appointment: Appointment, cents: number): Outcome {
  const role = refusedByRole(who)
  if (role) return role
  if (appointment.payment !== 'settled') return refused('not-paid')
  return cents > leftOf(appointment) ? invalid('too-much') : ok
}

export function listing(who: Person, owner: Owner): Outcome {
  if (who === 'stranger') return signInFirst
  return who === owner || who === 'desk' ? ok : notAllowed
}

export function reading(who: Person, appointment: Appointment): Outcome {
  if (who === 'stranger') return signInFirst
  const mayRead = who === appointment.owner || who === 'desk'
  return mayRead ? ok : unknown
}

/** What the desk's own pages answer to a person. */
export const deskReading = (who: Person): Outcome => refusedByRole(who) ?? ok

/** What the holder of a link can do with its appointment. */
export function linkState(clinic: Clinic, appointment: Appointment): string {
  const { status } = appointment
  if (status === 'cancelled') return status
  if (status === 'done' || status === 'no-show' || endOf(appointment) <= clinic.now) return 'over'
  if (status === 'arrived') return 'begun'
  const { why } = cancellation(clinic, 'link', appointment)
  return why ?? 'changeable'
}
