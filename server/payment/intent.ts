import type { Cents } from '#contract/kit/money/amount.ts'
import { hasUnpaidBooking } from '#server/booking/unpaid-store.ts'
import type { BookingRow } from '#server/database/schema/booking.ts'
import type { PaymentDeps } from './deps.ts'
import type { Intent } from './provider.ts'
import { settle } from './settlement/settle.ts'
import { countUnboundIntents, findOpenIntent, insertIntent, listUnboundIntents, updateState } from './store.ts'

export type IntentOutcome =
  | { ok: true; clientSecret: string }
  | { ok: false; reason: 'already-paid' | 'nothing-to-pay' | 'changing' }

// A round fails if a concurrent request cancels the intent or inserts one first. The next round sees that change.
const rounds = [1, 2, 3]

/** Returns the client secret of the intent that pays what is owed for `booking`: its open intent of that amount, or
 *  else a new one. Never returns an intent that is not stored as the open one of the booking.
 *  @throws ProviderUnavailable */
export async function intentForBooking(deps: PaymentDeps, booking: BookingRow): Promise<IntentOutcome> {
  if (booking.owedCents <= 0)
    return { ok: false, reason: booking.receivedCents > 0 ? 'already-paid' : 'nothing-to-pay' }
  const { db, cards } = deps
  const currency = await currencyOf(deps)
  // The provider refuses a key whose request has changed, as the description of a moved appointment does.
  const { id, sequence, patientId, owedCents: amount, treatment, date, slot } = booking
  for (const _round of rounds) {
    const { openId, count } = await findOpenIntent(db, id)
    if (openId === null) {
      const request = {
        amount,
        currency,
        patient: patientId,
        booking: id,
        description: `${treatment}, ${date} ${slot}`,
      }
      const intent = await cards.createIntent(request, idempotencyKey(`${id}-${sequence}-${amount}-${currency}`, count))
      if (await insertIntent(db, { id: intent.id, bookingId: id, patientId, amount, currency }))
        return toOutcome(intent)
      continue
    }
    const intent = await cards.findIntent(openId)
    if (intent && isPayable(intent) && intent.amount === amount) return toOutcome(intent)
    // It is of another amount: the price has changed, or a part was paid at the desk.
    if (intent && isPayable(intent) && !(await cards.cancelIntent(openId))) continue
    if (intent?.status === 'succeeded') {
      return { ok: false, reason: (await settle(deps, openId)).ok ? 'already-paid' : 'changing' }
    }
    await updateState(db, openId, 'open', 'cancelled')
  }
  return { ok: false, reason: 'changing' }
}

/** Returns the client secret of an unbound intent (one that names no booking) of `amount` cents. Requires a booking for
 *  which exactly that is owed, of one of the account's patients. If it has already paid an unbound intent that settles
 *  the booking, returns 'already-paid'. An account has at most one open unbound intent, which is its own patient's.
 *  @throws ProviderUnavailable */
export async function intentForPrice(deps: PaymentDeps, patientId: string, amount: Cents): Promise<IntentOutcome> {
  const { db, cards } = deps
  const currency = await currencyOf(deps)
  for (const _round of rounds) {
    const earlier = await resumeEarlier(deps, patientId, amount)
    if (earlier) return earlier
    if (!(await hasUnpaidBooking(db, patientId, amount))) return { ok: false, reason: 'nothing-to-pay' }
    const key = idempotencyKey(`${patientId}-${amount}-${currency}`, await countUnboundIntents(db, patientId))
    const intent = await cards.createIntent({ amount, currency, patient: patientId, description: 'Appointment' }, key)
    if (await insertIntent(db, { id: intent.id, bookingId: null, patientId, amount, currency }))
      return toOutcome(intent)
  }
  return { ok: false, reason: 'changing' }
}

/** Settles the patient's paid unbound intents, returns the open one of that amount and cancels the others. */
async function resumeEarlier(deps: PaymentDeps, patientId: string, amount: number): Promise<IntentOutcome | undefined> {
  const { db, cards } = deps
  for (const { id, state, amount: intentAmount } of await listUnboundIntents(db, patientId)) {
    const intent = await cards.findIntent(id)
    if (intent?.status === 'succeeded') {
      const { ok } = await settle(deps, id)
      if (ok && intentAmount === amount) return { ok: false, reason: 'already-paid' }
    } else if (intent && isPayable(intent) && state === 'open' && intentAmount === amount) {
      if (await hasUnpaidBooking(db, patientId, amount)) return toOutcome(intent)
    } else if (!intent || intent.status === 'canceled' || (await cards.cancelIntent(id))) {
      await updateState(db, id, state, 'cancelled')
    }
  }
  return undefined
}

async function currencyOf({ clinic }: PaymentDeps): Promise<string> {
  return (await clinic()).currency.toLowerCase()
}

function isPayable({ status }: Intent) {
  return status !== 'canceled' && status !== 'succeeded'
}

// Concurrent requests from two tabs share a key and so get one intent. The key changes every minute, because the
// provider repeats a failed response for the same key.
function idempotencyKey(subject: string, count: number) {
  return `intent-${subject}-${count}-${Math.floor(Date.now() / 60_000)}`
}

function toOutcome({ clientSecret }: Intent): IntentOutcome {
  if (clientSecret === null) throw new Error('The card provider returned no client secret')
  return { ok: true, clientSecret }
}
