import { randomUUID } from 'node:crypto'
import { currency, type Intent } from './provider.ts'
import { type PaymentParts, settle } from './settle.ts'
import { type BookingRow, findOpenIntent, insertIntent, updateState } from './store.ts'

export type IntentOutcome = { ok: true; clientSecret: string } | { ok: false; reason: 'already-paid' | 'changing' }

/** The intent with which `booking` is paid: the open one, or else a new one. The client's secret is given out for an intent that
 *  the database keeps as the booking's only open one, and for no other.
 *  @throws ProviderOutOfReach. */
export async function intentFor(parts: PaymentParts, booking: BookingRow): Promise<IntentOutcome> {
  if (booking.transactionId !== null) return { ok: false, reason: 'already-paid' }
  const { db, cards } = parts
  const { id, patientId, price: amount, treatment, date, slot } = booking
  // Cancelled meanwhile, or another request's was first: each is seen in the next round.
  for (const _round of [1, 2, 3]) {
    const { open, made } = await findOpenIntent(db, id)
    if (open === null) {
      const description = `${treatment}, ${date} ${slot}`
      const intent = await cards.createIntent(
        { amount, patient: patientId, booking: id, description },
        keyFor(id, made),
      )
      if (await insertIntent(db, { id: intent.id, bookingId: id, patientId, amount, currency })) return given(intent)
      continue
    }
    const intent = await cards.findIntent(open)
    if (!intent || intent.status === 'canceled') {
      await updateState(db, open, 'open', 'cancelled')
    } else if (intent.status !== 'succeeded') {
      return given(intent)
    } else if ((await settle(parts, open)).ok) {
      return { ok: false, reason: 'already-paid' }
    } else break
  }
  return { ok: false, reason: 'changing' }
}

/** An intent of `amount` cents that is for no booking yet.
 *  @throws ProviderOutOfReach. */
export async function intentForPrice({ db, cards }: PaymentParts, patient: string, amount: number) {
  const intent = await cards.createIntent({ amount, patient, description: 'Appointment' }, randomUUID())
  await insertIntent(db, { id: intent.id, bookingId: null, patientId: patient, amount, currency })
  return given(intent)
}

// Two tabs that ask at once get one intent by it. The provider keeps a failure under its key, too: the next minute has another.
function keyFor(bookingId: string, made: number) {
  return `intent-${bookingId}-${made}-${Math.floor(Date.now() / 60_000)}`
}

function given({ clientSecret }: Intent): IntentOutcome {
  if (clientSecret === null) throw new Error('The card provider gave no client secret')
  return { ok: true, clientSecret }
}
