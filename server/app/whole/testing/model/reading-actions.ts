import fc from 'fast-check'
import { expect } from 'vitest'
import {
  type Appointment,
  type Clinic,
  deskReading,
  leftOf,
  linkState,
  listing,
  type Owner,
  type Person,
  reading,
} from './clinic.ts'
import { type Action, acting, actingOn, anyone, type Command, deskOrOther, owner } from './command.ts'
import { linkTokenOf, send, timeFields, type World } from './world.ts'

type On = { appointment: Appointment }
type Shown = {
  _id: string
  date: string
  slot: string
  price: number
  patient: string
  status?: string
  paid?: boolean
  refunding?: number
  refunded?: number
  cancelledAt?: string
}

const cents = (dollars: number) => Math.round(dollars * 100)

/** What every view of an appointment shows. A refund is on its way or has arrived: that depends on the provider. */
function shownOf({ _id, date, slot, price, patient, paid = false, refunding = 0, refunded = 0 }: Shown) {
  return { _id, date, slot, price: cents(price), patient, paid, back: cents(refunding) + cents(refunded) }
}

function viewOf(world: World, appointment: Appointment) {
  const { number, owner: whose, price, payment, back } = appointment
  const patient = world.people[whose].email
  return {
    _id: world.ids[number],
    ...timeFields(world, appointment),
    price,
    patient,
    paid: payment === 'settled',
    back,
  }
}

const read: Action<On & { who: Person }> = {
  name: 'read',
  expected: (_clinic, { who, appointment }) => reading(who, appointment),
  send: (world, { who, appointment }) => send(world, who, 'GET', `/booking/${world.ids[appointment.number]}`),
  onSuccess: (_clinic, { appointment }, answer, world) => {
    const shown = answer.json() as Shown
    expect(shownOf(shown)).toEqual(viewOf(world, appointment))
    expect(shown.cancelledAt !== undefined).toBe(appointment.status === 'cancelled')
  },
}

/** Lists a patient's appointments: the latest day first, then in the order of their booking. */
function listOf(clinic: Clinic, whose: Owner, withCancelled: boolean) {
  return clinic.appointments
    .filter((each) => each.owner === whose && (withCancelled || each.status !== 'cancelled'))
    .sort((one, other) => other.day - one.day || one.number - other.number)
}

const list: Action<{ who: Person; owner: Owner; withCancelled: boolean }> = {
  name: 'list',
  expected: (_clinic, { who, owner: whose }) => listing(who, whose),
  send: (world, { who, owner: whose, withCancelled }) =>
    send(world, who, 'GET', `/booking?patient=${world.people[whose].email}&cancelled=${withCancelled}`),
  onSuccess: (clinic, { owner: whose, withCancelled }, answer, world) => {
    const found = (answer.json() as Shown[]).map(shownOf)
    expect(found).toEqual(listOf(clinic, whose, withCancelled).map((each) => viewOf(world, each)))
  },
}

const readByLink: Action<On> = {
  name: 'readByLink',
  expected: () => ({ status: 200 }),
  send: (world, { appointment }) =>
    send(world, 'stranger', 'POST', '/appointment-link', { token: linkTokenOf(world, appointment) }),
  onSuccess: (clinic, { appointment }, answer, world) => {
    const {
      state,
      refund = 0,
      ...rest
    } = answer.json() as { state: string; refund?: number; date: string; slot: string }
    const isOver = appointment.status === 'cancelled' || appointment.payment !== 'settled'
    expect([state, cents(refund)]).toEqual([
      linkState(clinic, appointment),
      isOver ? appointment.back : leftOf(appointment),
    ])
    expect(rest).toMatchObject(timeFields(world, appointment))
  },
}

const readDay: Action<{ who: Person; day: number }> = {
  name: 'readDay',
  expected: (_clinic, { who }) => deskReading(who),
  send: (world, { who, day }) => send(world, who, 'GET', `/desk/day?date=${world.dateOf({ day })}`),
  onSuccess: (clinic, { day }, answer, world) => {
    const { appointments } = answer.json() as { appointments: Shown[] }
    const byId = (one: { _id?: string | undefined }, other: { _id?: string | undefined }) =>
      String(one._id).localeCompare(String(other._id))
    const found = appointments.map((each) => ({ ...shownOf(each), status: each.status })).sort(byId)
    const ofDay = clinic.appointments.filter((each) => each.day === day)
    const wanted = ofDay.map((each) => ({ ...viewOf(world, each), status: each.status })).sort(byId)
    expect(found).toEqual(wanted)
  },
}

const readPayment: Action<On & { who: Person }> = {
  name: 'readPayment',
  expected: (_clinic, { who }) => deskReading(who),
  send: (world, { who, appointment }) =>
    send(world, who, 'GET', `/desk/appointments/${world.ids[appointment.number]}/payment`),
  onSuccess: (_clinic, { appointment }, answer) => {
    const { paid, left } = answer.json() as { paid: boolean; left: number }
    expect([paid, cents(left)]).toEqual([appointment.payment === 'settled', leftOf(appointment)])
  },
}

/** The clock goes on. */
const wait: fc.Arbitrary<Command> = fc.constantFrom(0.5, 3, 6, 20).map((hours) => ({
  check: () => true,
  run: async (clinic, world) => {
    clinic.now += hours
    world.setClock(clinic)
  },
  toString: () => `wait(${hours})`,
}))

/** Actions that read, and time that passes. */
export const readingActions = [
  actingOn(read, fc.record({ who: anyone })),
  acting(list, fc.record({ who: anyone, owner, withCancelled: fc.boolean() })),
  actingOn(readByLink, fc.constant({})),
  acting(readDay, fc.record({ who: deskOrOther, day: fc.nat(6) })),
  actingOn(readPayment, fc.record({ who: deskOrOther })),
  wait,
  wait,
  wait,
]

/** Checks all lists, and that every cent is where the model has it: at the clinic, or on its way back to the card. */
export async function checkEnd(clinic: Clinic, world: World) {
  for (const whose of ['ann', 'bob', 'desk'] as const) {
    const everything = `/booking?patient=${world.people[whose].email}&cancelled=true`
    const found = (await send(world, whose, 'GET', everything)).json() as Shown[]
    expect(found.map(shownOf)).toEqual(listOf(clinic, whose, true).map((each) => viewOf(world, each)))
  }
  for (const { number, payment, price, back } of clinic.appointments) {
    const intent = world.intents[number]
    if (intent === undefined) continue
    const { amount_received: taken } = await world.pay.stripe.paymentIntents.retrieve(intent)
    expect(taken).toBe(payment === 'open' ? 0 : price)
    const wanted = payment === 'returned' ? price : back
    if (wanted > 0) await expect.poll(() => refundedOf(world, intent), { timeout: 20_000 }).toBe(wanted)
  }
}

async function refundedOf({ pay }: World, intent: string) {
  const { data } = await pay.stripe.refunds.list({ payment_intent: intent, limit: 100 })
  return data.reduce((sum, { amount }) => sum + amount, 0)
}
