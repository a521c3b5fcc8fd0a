import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { eventOf, intentIn } from '#server/testing/payment.ts'
import { type Appointment, type Clinic, leftOf, type Person, paying, refunding, reporting, settle } from './clinic.ts'
import {
  type Action,
  type AsPatient,
  actingOn,
  asPatient,
  type Command,
  commandOf,
  deskOrOther,
  personOf,
  usually,
} from './command.ts'
import { send, type World } from './world.ts'

type On = { appointment: Appointment }

const idOf = ({ ids }: World, { number }: Appointment) => ids[number] ?? ''
const intentOf = ({ intents }: World, { number }: Appointment) => intents[number] ?? 'pi_unknown'

const pay: Action<On & AsPatient & { isPriceRight: boolean }> = {
  name: 'requestIntent',
  expected: (_clinic, input) => {
    const { appointment, isPriceRight } = input
    const outcome = paying(personOf(input), appointment, isPriceRight)
    // The clinic asks the provider about the intent and learns that it was paid.
    if (outcome.why === 'already-paid') settle(appointment)
    return outcome
  },
  send: (world, input) => {
    const { appointment, isPriceRight } = input
    const price = (appointment.price + (isPriceRight ? 0 : 100)) / 100
    const body = { price, appointment: idOf(world, appointment) }
    return send(world, personOf(input), 'POST', '/create-payment-intent', body)
  },
  onSuccess: (_clinic, { appointment }, answer, world) => {
    const intent = intentIn((answer.json() as { clientSecret: string }).clientSecret)
    if (appointment.payment === 'open' && world.intents[appointment.number] !== intent)
      throw new Error('a second intent for one appointment')
    appointment.payment = 'open'
    world.intents[appointment.number] = intent
  },
}

const declinedCard = '4000000000000002'

/** The patient's card is charged, or declined, by the provider's frame. The clinic does not hear of it. It cancels the
 *  intent of a cancelled appointment in the background: then a valid card comes before that or too late. */
const charge: fc.Arbitrary<Command> = fc.tuple(fc.nat(20), usually).map(([pick, isValid]) => ({
  check: (clinic) => findOpen(clinic, pick) !== undefined,
  run: async (clinic, world) => {
    const appointment = findOpen(clinic, pick)
    if (!appointment) return
    const charged = world.pay.charge(intentOf(world, appointment), isValid ? undefined : declinedCard)
    const isCharged = await charged.then(
      () => true,
      () => false,
    )
    const mayBeTooLate = appointment.status === 'cancelled'
    if (isCharged !== isValid && (isCharged || !mayBeTooLate))
      throw new Error(`the card was ${isCharged ? 'charged' : 'declined'}`)
    if (isCharged) appointment.payment = 'charged'
  },
  toString: () => `charge(${pick}, ${isValid})`,
}))

function findOpen({ appointments }: Clinic, pick: number) {
  const open = appointments.filter(({ payment }) => payment === 'open')
  return open[pick % Math.max(1, open.length)]
}

/** `of`: the appointment whose intent is reported; without it the appointment itself. */
const report: Action<On & AsPatient & { isOwnIntent: boolean; of: number }> = {
  name: 'report',
  isPossible: (clinic, input) => paidBy(clinic, input).payment !== 'none',
  expected: (clinic, input) => reporting(personOf(input), input.appointment, paidBy(clinic, input)),
  send: (world, input) => {
    const { appointment, isOwnIntent, of } = input
    const number = isOwnIntent ? appointment.number : of % world.ids.length
    const transactionId = world.intents[number] ?? 'pi_unknown'
    const id = idOf(world, appointment)
    return send(world, personOf(input), 'PATCH', `/booking/${id}`, { appointment: id, transactionId })
  },
  onSuccess: (_clinic, { appointment }) => settle(appointment),
}

function paidBy({ appointments }: Clinic, { isOwnIntent, of, appointment }: On & { isOwnIntent: boolean; of: number }) {
  return isOwnIntent ? appointment : (appointments[of % appointments.length] ?? appointment)
}

const webhook: Action<On & { isSigned: boolean }> = {
  name: 'webhook',
  isPossible: (_clinic, { appointment }) => appointment.payment !== 'none',
  expected: (_clinic, { isSigned }) => (isSigned ? { status: 200 } : { status: 400, why: 'forged' }),
  send: (world, { appointment, isSigned }) => {
    const event = eventOf('payment_intent.succeeded', intentOf(world, appointment))
    return world.pay.deliver(event, isSigned ? {} : { secret: 'whsec_forged' })
  },
  onSuccess: (_clinic, { appointment }) => settle(appointment),
}

const refund: Action<On & { who: Person; share: number; isRepeated: boolean }> = {
  name: 'refund',
  expected: (_clinic, { who, appointment, share }) => refunding(who, appointment, centsOf(appointment, share)),
  send: async (world, { who, appointment, share, isRepeated }) => {
    const body = { requestId: randomUUID(), amount: centsOf(appointment, share) / 100 }
    const url = `/desk/appointments/${idOf(world, appointment)}/refund`
    const answer = await send(world, who, 'POST', url, body)
    // A repeated request refunds once.
    return isRepeated && answer.statusCode === 200 ? send(world, who, 'POST', url, body) : answer
  },
  onSuccess: (_clinic, { appointment, share }) => {
    appointment.back += centsOf(appointment, share)
    if (leftOf(appointment) < 0) throw new Error('more was refunded than was paid')
  },
}

const centsOf = ({ price }: Appointment, share: number) => Math.round(price * share)

/** A patient pays an appointment without a detour. */
const payNow: fc.Arbitrary<Command> = fc.nat(20).map((pick) => {
  const findUnpaid = ({ appointments }: Clinic) => {
    const unpaid = appointments.filter(({ status, payment }) => status !== 'cancelled' && payment === 'none')
    return unpaid[pick % Math.max(1, unpaid.length)]
  }
  return {
    check: (clinic) => findUnpaid(clinic) !== undefined,
    run: async (clinic, world) => {
      const appointment = findUnpaid(clinic)
      if (!appointment) return
      const asOwner = { appointment, isOwner: true, other: appointment.owner }
      await commandOf(pay, () => ({ ...asOwner, isPriceRight: true }), 'payNow').run(clinic, world)
      await world.pay.charge(intentOf(world, appointment))
      appointment.payment = 'charged'
      await commandOf(report, () => ({ ...asOwner, isOwnIntent: true, of: 0 }), 'payNow').run(clinic, world)
    },
    toString: () => `payNow(${pick})`,
  }
})

/** Actions that pay and refund. */
export const paymentActions = [
  ...[1, 2].map(() =>
    actingOn(
      pay,
      fc.tuple(asPatient, usually).map(([who, isPriceRight]) => ({ ...who, isPriceRight })),
      ({ status, payment }) => status !== 'cancelled' && payment === 'none',
    ),
  ),
  ...[1, 2, 3].map(() => payNow),
  charge,
  charge,
  ...[1, 2].map(() =>
    actingOn(
      report,
      fc.tuple(asPatient, usually, fc.nat(20)).map(([who, isOwnIntent, of]) => ({ ...who, isOwnIntent, of })),
      ({ payment }) => payment === 'charged',
    ),
  ),
  actingOn(webhook, fc.record({ isSigned: usually }), ({ payment }) => payment === 'charged'),
  ...[1, 2].map(() =>
    actingOn(
      refund,
      fc.record({ who: deskOrOther, share: fc.constantFrom(0.1, 0.5, 1, 1.01), isRepeated: fc.boolean() }),
      ({ payment }) => payment === 'settled',
    ),
  ),
]
