import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import {
  type Appointment,
  booking,
  bookingByDesk,
  type Clinic,
  cancellation,
  cancellationByDesk,
  leftOf,
  marking,
  move,
  moveByDesk,
  type Owner,
  type Person,
  type Status,
  type Time,
} from './clinic.ts'
import {
  type Action,
  type AsPatient,
  acting,
  actingOn,
  anyone,
  asPatient,
  deskOrOther,
  owner,
  personOf,
  time,
  usually,
} from './command.ts'
import { linkTokenOf, send, timeFields, type World } from './world.ts'

type On = { appointment: Appointment }
type NewWish = Time & { who: Person; owner: Owner; treatment: number; isPriceRight: boolean }

const idOf = ({ ids }: World, { number }: Appointment) => ids[number] ?? ''

function add(clinic: Clinic, { owner: whose, treatment, day, at }: NewWish, id: string, world: World) {
  const number = clinic.appointments.length
  const price = clinic.prices[treatment] ?? 0
  clinic.appointments.push({
    number,
    owner: whose,
    treatment,
    day,
    at,
    price,
    status: 'booked',
    payment: 'none',
    back: 0,
  })
  world.ids[number] = id
}

const book: Action<NewWish> = {
  name: 'book',
  expected: (clinic, { who, isPriceRight, ...wish }) => booking(clinic, who, wish, isPriceRight),
  send: (world, { who, owner: patient, treatment, isPriceRight, ...at }) => {
    const { _id: treatmentId = '', price = 0 } = world.treatments[treatment] ?? {}
    const body = { treatmentId, price: isPriceRight ? price : price + 1, phone: '1', ...timeFields(world, at) }
    return send(world, who, 'POST', '/booking', { ...body, patient: world.people[patient].email })
  },
  onSuccess: (clinic, wish, answer, world) =>
    add(clinic, wish, (answer.json() as { booking: { _id: string } }).booking._id, world),
}

const bookByDesk: Action<NewWish> = {
  name: 'bookByDesk',
  expected: (clinic, { who, ...wish }) => bookingByDesk(clinic, who, wish),
  send: (world, { who, owner: patient, treatment, ...at }) =>
    send(world, who, 'POST', '/desk/appointments', {
      patient: { id: world.people[patient].patientId },
      treatmentId: world.treatments[treatment]?._id,
      requestId: randomUUID(),
      ...timeFields(world, at),
    }),
  onSuccess: (clinic, wish, answer, world) =>
    add(clinic, wish, (answer.json() as { booking: { _id: string } }).booking._id, world),
}

function place(appointment: Appointment, { day, at }: Time) {
  appointment.day = day
  appointment.at = at
}

const moveByPatient: Action<On & AsPatient & Time> = {
  name: 'move',
  expected: (clinic, input) => move(clinic, personOf(input), input.appointment, input),
  send: (world, input) =>
    send(world, personOf(input), 'PATCH', `/booking/${idOf(world, input.appointment)}/time`, timeFields(world, input)),
  onSuccess: (_clinic, input) => place(input.appointment, input),
}

const moveByLink: Action<On & Time> = {
  name: 'moveByLink',
  expected: (clinic, input) => move(clinic, 'link', input.appointment, input),
  send: (world, input) => {
    const token = linkTokenOf(world, input.appointment)
    return send(world, 'stranger', 'POST', '/appointment-link/move', { token, ...timeFields(world, input) })
  },
  onSuccess: (_clinic, input) => place(input.appointment, input),
}

const moveByStaff: Action<On & Time & { who: Person }> = {
  name: 'moveByDesk',
  expected: (clinic, input) => moveByDesk(clinic, input.who, input.appointment, input),
  send: (world, input) => {
    const url = `/desk/appointments/${idOf(world, input.appointment)}/time`
    return send(world, input.who, 'PATCH', url, timeFields(world, input))
  },
  onSuccess: (_clinic, input) => place(input.appointment, input),
}

/** Cancels in the model, and checks the dollars that the answer names. */
function cancelWith(appointment: Appointment, cents: number, answer: { json: () => unknown }) {
  const { refund = 0 } = answer.json() as { refund?: number }
  if (Math.round(refund * 100) !== cents) throw new Error(`${refund} dollars go back instead of ${cents} cents`)
  appointment.status = 'cancelled'
  appointment.back += cents
}

const cancel: Action<On & AsPatient> = {
  name: 'cancel',
  expected: (clinic, input) => cancellation(clinic, personOf(input), input.appointment),
  send: (world, input) =>
    send(world, personOf(input), 'POST', `/booking/${idOf(world, input.appointment)}/cancel`, { reason: 'ill' }),
  onSuccess: (_clinic, { appointment }, answer) => cancelWith(appointment, leftOf(appointment), answer),
}

const cancelByLink: Action<On> = {
  name: 'cancelByLink',
  expected: (clinic, { appointment }) => cancellation(clinic, 'link', appointment),
  send: (world, { appointment }) => {
    const token = linkTokenOf(world, appointment)
    return send(world, 'stranger', 'POST', '/appointment-link/cancel', { token, reason: 'ill' })
  },
  onSuccess: (_clinic, { appointment }, answer) => cancelWith(appointment, leftOf(appointment), answer),
}

const cancelByStaff: Action<On & { who: Person; cents: number }> = {
  name: 'cancelByDesk',
  expected: (_clinic, { who, appointment, cents }) => cancellationByDesk(who, appointment, cents),
  send: (world, { who, appointment, cents }) =>
    send(world, who, 'POST', `/desk/appointments/${idOf(world, appointment)}/cancel`, { refund: cents / 100 }),
  onSuccess: (_clinic, { appointment, cents }, answer) => cancelWith(appointment, cents, answer),
}

type Step = { who: Person; isFresh: boolean; from: Exclude<Status, 'cancelled'>; to: Exclude<Status, 'cancelled'> }

/** The status that the page shows: the present one, or one of before. */
const shownOf = ({ isFresh, from, appointment: { status } }: On & Step): Step['from'] =>
  isFresh && status !== 'cancelled' ? status : from

const mark: Action<On & Step> = {
  name: 'mark',
  expected: (clinic, input) => marking(clinic, input.who, input.appointment, shownOf(input), input.to),
  send: (world, input) =>
    send(world, input.who, 'PATCH', `/desk/appointments/${idOf(world, input.appointment)}/status`, {
      from: shownOf(input),
      status: input.to,
    }),
  onSuccess: (_clinic, { appointment, to }) => {
    appointment.status = to
  },
}

const status = fc.constantFrom<Step['from']>('booked', 'arrived', 'done', 'no-show')
const treatment = fc.nat(1)

/** Actions that book, move, mark and cancel. */
export const bookingActions = [
  ...[1, 2, 3, 4, 5].map(() =>
    acting(
      book,
      fc.tuple(owner, anyone, usually, time, treatment, usually).map(([whose, other, isOwn, at, of, isPriceRight]) => ({
        ...at,
        ...{ who: isOwn ? whose : other, owner: whose, treatment: of, isPriceRight },
      })),
    ),
  ),
  acting(
    bookByDesk,
    fc
      .record({ who: deskOrOther, owner, treatment, at: time })
      .map(({ at, ...wish }) => ({ ...at, ...wish, isPriceRight: true })),
  ),
  actingOn(
    moveByPatient,
    fc.tuple(asPatient, time).map(([who, at]) => ({ ...who, ...at })),
  ),
  actingOn(moveByLink, time),
  actingOn(
    moveByStaff,
    fc.tuple(deskOrOther, time).map(([who, at]) => ({ who, ...at })),
  ),
  ...[1, 2].map(() => actingOn(cancel, asPatient, ({ status: is }) => is === 'booked')),
  actingOn(cancelByLink, fc.constant({})),
  actingOn(cancelByStaff, fc.record({ who: deskOrOther, cents: fc.constantFrom(0, 0, 1_050, 5_900, 13_900) })),
  ...[1, 2, 3, 4].map(() =>
    actingOn(
      mark,
      fc.record({ who: deskOrOther, isFresh: usually, from: status, to: status }),
      ({ day, status: is }, { now }) => is !== 'cancelled' && day * 24 + 8 <= now,
    ),
  ),
]
