import { type Outcome, refused } from '#contract/kit/outcome.ts'
import type { Db } from '#server/database/db.ts'
import type { RefundReason } from '#server/database/schema/payment.ts'
import type { PaymentDeps } from '../deps.ts'
import { ProviderUnavailable } from '../provider.ts'
import { appendEntry, findIntent, lockIntent, saveDispute, saveRefunded, updateState } from '../store.ts'
import { addRefund, entryOf, lockWithBooking, recordRefunds, saveTotals } from './record-refunds.ts'
import { type CardRefund, claimRefund, findRefund, listRefunds, retryRefund, updateRefund } from './store.ts'

/** A refund to request: `amount` in cents, or all that is left. `refundId`: an equal request with it does nothing,
 *  another one is refused. `requestedBy`: the email of the staff who requests it. */
export type RefundRequest = {
  refundId?: string | undefined
  intentId: string
  amount?: number | undefined
  reason: RefundReason
  note?: string | undefined
  requestedBy?: string | undefined
}

/** The cents that are requested now, or why nothing was requested: this server knows no such payment, less than that is
 *  left of it, or another refund has that id. */
export type RefundOutcome = Outcome<{ refund: number }, 'unknown' | 'too-much' | 'other-request'>

/** Requests a refund in the transaction `tx`, in which the payment's booking is locked. The reconciliation carries it
 *  out. */
export async function requestRefund(
  tx: Db,
  { refundId, intentId, amount, reason, note = '', requestedBy }: RefundRequest,
): Promise<RefundOutcome> {
  const intent = await lockIntent(tx, intentId)
  const known = refundId === undefined ? undefined : await findRefund(tx, refundId)
  const isSame = known?.intentId === intentId && known.amount === amount && known.note === note
  if (known) return isSame ? { ok: true, refund: 0 } : refused('other-request')
  if (!intent || !['settled', 'refunding', 'refunded'].includes(intent.state)) return refused('unknown')
  const left = intent.amount - intent.refunded
  const wanted = amount ?? left
  if (wanted > left) return refused('too-much')
  if (wanted === 0) return { ok: true, refund: 0 }
  const values = { ...(refundId && { id: refundId }), amount: wanted, reason, note, requestedBy: requestedBy ?? null }
  // The lock keeps equal requests apart, so this is one of another payment at the same time.
  if (!(await addRefund(tx, intent, values))) return refused('other-request')
  await saveTotals(tx, intent)
  return { ok: true, refund: wanted }
}

/** Carries out the refund that has been due for longest, of one intent if given. Returns false if none is due.
 *  @throws ProviderUnavailable; the reconciliation continues later */
export async function carryOutNextRefund(deps: PaymentDeps, intentId?: string): Promise<boolean> {
  const row = await claimRefund(deps.db, intentId)
  if (row) await carryOut(deps, row)
  return row !== undefined
}

/** Carries out the refunds of an intent that are due.
 *  @throws ProviderUnavailable; the reconciliation continues later */
export async function carryOutRefunds(deps: PaymentDeps, intentId: string): Promise<void> {
  while (await carryOutNextRefund(deps, intentId));
}

// Before each request the provider is asked for the refunds that it has, because the response to an earlier request may
// have been lost. The key changes every hour, because the provider repeats a failed response for the same key.
async function carryOut(deps: PaymentDeps, claimed: CardRefund): Promise<void> {
  const { db, cards } = deps
  const { id, intentId } = claimed
  const intent = await cards.findIntent(intentId)
  if (!intent) return giveUp(deps, claimed)
  if (claimed.state === 'failed') await retryRefund(db, id)
  const known = await cards.listRefunds(intentId)
  await recordRefunds(deps, intentId, known)
  const row = (await listRefunds(db, intentId)).find((one) => one.id === id)
  if (row?.state !== 'due') return
  const { amount, attempt } = row
  const hour = Math.floor(Date.now() / 3_600_000)
  const made = await cards.refund(
    { intent: intentId, amount, currency: intent.currency, refund: id, attempt },
    `refund-${id}-${attempt}-${hour}`,
  )
  if (typeof made !== 'string') return recordRefunds(deps, intentId, [...known, made])
  deps.log.warn({ intent: intentId, refund: id, code: made }, 'the card provider refused a refund')
  await recordRefunds(deps, intentId, await cards.listRefunds(intentId))
  await failIfDue(db, row, made)
}

function failIfDue(db: Db, { id, intentId, amount }: CardRefund, code: string) {
  return db.transaction(async (tx) => {
    const intent = await lockIntent(tx, intentId)
    const row = (await listRefunds(tx, intentId)).find((one) => one.id === id)
    if (!intent || row?.state !== 'due') return
    await updateRefund(tx, id, { state: 'failed' })
    await appendEntry(tx, { ...entryOf(intent), kind: 'refund-failed', amount, reference: id, detail: code })
  })
}

// An intent of another account, such as one from the sandbox before the switch to Stripe, can't be refunded here.
async function giveUp({ db, log }: PaymentDeps, { id, intentId }: CardRefund) {
  await db.transaction(async (tx) => {
    const intent = await lockWithBooking(tx, intentId)
    if (!intent) return
    await updateRefund(tx, id, { state: 'void' })
    await saveTotals(tx, intent)
    await updateState(tx, intentId, 'refunding', 'cancelled', { detail: 'unknown to the provider' })
  })
  log.warn({ intent: intentId }, 'a refund is due for a payment that the card provider does not know')
}

/** Refunds what is left of an open or unclaimed intent that was paid and settles nothing.
 *  @throws ProviderUnavailable */
export async function refundUnsettled(deps: PaymentDeps, intentId: string, reason: RefundReason): Promise<void> {
  const known = await deps.cards.listRefunds(intentId)
  await deps.db.transaction(async (tx) => {
    const intent = await lockIntent(tx, intentId)
    if (intent?.state !== 'open' && intent?.state !== 'unclaimed') return
    await saveRefunded(tx, intentId, { refunded: 0, state: 'refunding' })
  })
  await recordRefunds(deps, intentId, known)
  await deps.db.transaction((tx) => requestRefund(tx, { intentId, reason }))
  await carryOutRefunds(deps, intentId)
}

/** Carries out the refunds of an intent now, if the provider is available. */
export async function tryRefunds(deps: PaymentDeps, intentId: string): Promise<void> {
  try {
    await carryOutRefunds(deps, intentId)
  } catch (error) {
    if (!(error instanceof ProviderUnavailable)) throw error
    const outcome = 'a refund failed because the card provider is unavailable; the reconciliation retries it'
    deps.log.warn({ ...error.reason, intent: intentId }, outcome)
  }
}

/** Records what the provider knows about the refunds of an intent.
 *  @throws ProviderUnavailable */
export async function syncRefunds(deps: PaymentDeps, intentId: string): Promise<void> {
  if (await findIntent(deps.db, intentId)) await recordRefunds(deps, intentId, await deps.cards.listRefunds(intentId))
}

/** Records the provider's state of a dispute with the card's bank.
 *  @throws ProviderUnavailable */
export async function syncDispute({ db, cards, log }: PaymentDeps, intentId: string): Promise<void> {
  const status = await cards.findDispute(intentId)
  if (status === undefined || !(await saveDispute(db, intentId, status))) return
  log.warn({ intent: intentId, status }, 'a patient disputes a payment with the bank of the card')
}
