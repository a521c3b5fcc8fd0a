import type { BookingRow } from '#server/database/schema/booking.ts'
import { currency, type Intent } from './provider.ts'
import { type PaymentDeps, settle } from './settlement/settle.ts'
import { countIntentsAlone, findOpenIntent, insertIntent, listIntentsAlone, updateState } from './store.ts'

export type IntentOutcome =
  | { ok: true; clientSecret: string }
  | { ok: false; reason: 'already-paid' | 'nothing-to-pay' | 'changing' }

// Cancelled meanwhile, or another request was first: each is seen in the next round.
const rounds = [1, 2, 3]

/** Returns the client secret of the intent that pays `booking`: its open one, or else a new one. Only an intent that the database keeps as
 *  the booking's open one is handed out.
 *  @throws ProviderOutOfReach. */
export async function intentFor(deps: PaymentDeps, booking: BookingRow): Promise<IntentOutcome> {
  if (booking.transactionId !== null) return { ok: false, reason: 'already-paid' }
  const { db, cards } = deps
  const { id, patientId, price: amount, treatment, date, slot } = booking
  for (const _round of rounds) {
    const { open, made } = await findOpenIntent(db, id)
    if (open === null) {
      const wanted = { amount, patient: patientId, booking: id, description: `${treatment}, ${date} ${slot}` }
      const intent = await cards.createIntent(wanted, keyFor(id, made))
      if (await insertIntent(db, { id: intent.id, bookingId: id, patientId, amount, currency }))
        return toOutcome(intent)
      continue
    }
    const intent = await cards.findIntent(open)
    if (intent && isPayable(intent)) return toOutcome(intent)
    if (intent?.status === 'succeeded') {
      return { ok: false, reason: (await settle(deps, open)).ok ? 'already-paid' : 'changing' }
    }
    await updateState(db, open, 'open', 'cancelled')
  }
  return { ok: false, reason: 'changing' }
}

/** Returns the client secret of an intent of `amount` cents that names no booking. A patient needs an unpaid booking of exactly that price.
 *  An earlier payment that was never claimed settles that booking instead, if it is the only one. A patient has at most one such
 *  intent open.
 *  @throws ProviderOutOfReach. */
export async function intentForPrice(deps: PaymentDeps, patientId: string, amount: number): Promise<IntentOutcome> {
  const { db, cards, bookings } = deps
  for (const _round of rounds) {
    const earlier = await resumeEarlier(deps, patientId, amount)
    if (earlier) return earlier
    if (!(await bookings.hasUnpaid(db, patientId, amount))) return { ok: false, reason: 'nothing-to-pay' }
    const key = keyFor(`${patientId}-${amount}`, await countIntentsAlone(db, patientId))
    const intent = await cards.createIntent({ amount, patient: patientId, description: 'Appointment' }, key)
    if (await insertIntent(db, { id: intent.id, bookingId: null, patientId, amount, currency }))
      return toOutcome(intent)
  }
  return { ok: false, reason: 'changing' }
}

/** Looks after a patient's intents without a booking: settles the paid ones, hands out the open one of that amount, cancels others. */
async function resumeEarlier(deps: PaymentDeps, patientId: string, amount: number): Promise<IntentOutcome | undefined> {
  const { db, cards, bookings } = deps
  for (const { id, state, amount: its } of await listIntentsAlone(db, patientId)) {
    const intent = await cards.findIntent(id)
    if (intent?.status === 'succeeded') {
      const { ok } = await settle(deps, id)
      if (ok && its === amount) return { ok: false, reason: 'already-paid' }
    } else if (intent && isPayable(intent) && state === 'open' && its === amount) {
      if (await bookings.hasUnpaid(db, patientId, amount)) return toOutcome(intent)
    } else if (!intent || intent.status === 'canceled' || (await cards.cancelIntent(id))) {
      await updateState(db, id, state, 'cancelled')
    }
  }
  return undefined
}

function isPayable({ status }: Intent) {
  return status !== 'canceled' && status !== 'succeeded'
}

// Two tabs that ask at once get one intent by it. The provider keeps a failure under its key, too: the next minute has another.
function keyFor(subject: string, made: number) {
  return `intent-${subject}-${made}-${Math.floor(Date.now() / 60_000)}`
}

function toOutcome({ clientSecret }: Intent): IntentOutcome {
  if (clientSecret === null) throw new Error('The card provider gave no client secret')
  return { ok: true, clientSecret }
}
