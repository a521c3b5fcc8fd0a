import type { TreatmentChoice } from '#contract/desk/day.ts'
import type { Cents } from '#contract/kit/money/amount.ts'
import { toDollars } from '#contract/kit/money.ts'
import { type Outcome, refused } from '#contract/kit/outcome.ts'
import { formatSlot, slotStartMinutes } from '#contract/kit/time/slot.ts'
import { conflictOf, type Mover, moveBy } from '#server/appointment/move.ts'
import type { RecordAudit } from '#server/audit/audit.ts'
import { setTreatment } from '#server/booking/move-store.ts'
import { toAuditTarget } from '#server/booking/response.ts'
import { type BookingWithDoctor, lockBooking } from '#server/booking/store.ts'
import type { Calendar } from '#server/calendar/calendar.ts'
import type { Rules, TreatmentRule } from '#server/calendar/rules/rules.ts'
import { findOfferForStaff, freeTimesForStaff } from '#server/calendar/staff-offers.ts'
import type { Db } from '#server/database/db.ts'
import { transact } from '#server/database/pool/transact.ts'
import { keptOf } from '#server/payment/desk/change-money.ts'
import { replaceCharge } from '#server/payment/payment-store.ts'
import { type OverLimit, overLimitOf, type RefundLimit, throwIfBeyond } from '#server/payment/refund/limit.ts'
import { type Fixed, fixedReason, moveInSpite, type StaffMoveRefusal } from './move.ts'
import { type DeskRow, existingDeskBooking } from './store.ts'

type Deps = { db: Db; calendar: Calendar }

/** What an appointment becomes. `price` in cents. `from`: the treatment that the caller saw. */
type Change = {
  treatmentId: string
  from: string
  price: Cents
  doctor?: string | undefined
  override?: { note: string } | undefined
}

/** Who changes it. `by`: their email. */
type ChangedBy = { record: RecordAudit; by: string; limit: RefundLimit | undefined }

export type TreatmentRefusal = StaffMoveRefusal | 'unknown-treatment' | 'treatment-changed' | 'below-paid' | 'no-show'

/** Changes the treatment of an appointment with its length and its price, at the same start, and records it in the
 *  audit trail, all or nothing. One that is done keeps its time. With `override` it may break the rules and overlap
 *  others.
 *  @param found the appointment before the call */
export function changeTreatment(
  deps: Deps,
  found: DeskRow,
  change: Change,
  by: ChangedBy,
): Promise<Outcome<{ appointment: DeskRow }, TreatmentRefusal> | OverLimit> {
  return changeOrThrow(deps, found, change, by).catch(overLimitOf)
}

/** @throws an error that `overLimitOf` knows */
async function changeOrThrow(
  deps: Deps,
  found: DeskRow,
  { treatmentId, from, price, doctor, override }: Change,
  { record, by, limit }: ChangedBy,
): Promise<Outcome<{ appointment: DeskRow }, TreatmentRefusal>> {
  const treatment = (await deps.calendar.currentRules()).treatments.find(({ id }) => id === treatmentId)
  if (!treatment) return refused('unknown-treatment')
  const date = found.date
  const refusalOf = (booking: BookingWithDoctor | undefined) =>
    booking?.treatmentId !== from
      ? 'treatment-changed'
      : price < booking.creditedCents + keptOf(booking)
        ? 'below-paid'
        : undefined
  const finish = async (tx: Db) => {
    const reason = `${found.treatment} became ${treatment.name}`
    const charge = { kind: 'treatment' as const, words: treatment.name, amount: price, reason, by }
    await throwIfBeyond(tx, found.id, limit, async () => {
      await setTreatment(tx, found.id, treatment, override && { reason: override.note })
      await replaceCharge(tx, found.id, charge)
    })
    await record(tx, 'change-booked-treatment', `${toAuditTarget(found)} to ${treatment.name}`, [found.patientId])
  }
  if (found.status === 'no-show') return refused('no-show')
  if (found.status === 'done') {
    const attempt = () =>
      transact(deps.db, async (tx) => {
        const reason = refusalOf(await lockBooking(tx, found.id))
        if (reason) return refused(reason)
        await finish(tx)
        return { ok: true as const }
      }).catch(conflictOf)
    const outcome = override ? await tryAgainIfSecond(attempt) : await attempt()
    if (!outcome.ok) return refused(outcome.reason === 'conflict' ? 'slot-taken' : outcome.reason)
  } else {
    const mover: Mover<Fixed | 'treatment-changed' | 'below-paid'> = {
      findOffer: findOfferForStaff,
      choice: 'free',
      refusal: (booking) => fixedReason(booking, { date }) ?? refusalOf(booking),
      onMoved: finish,
    }
    const dentist = doctor ?? found.doctorId ?? undefined
    const wish = { date, slot: slotOf(found, treatment), ...(dentist !== undefined && { doctor: dentist }) }
    const becoming = { ...found, treatmentId }
    const outcome = override
      ? await moveInSpite(mover, deps, becoming, wish, override)
      : await moveBy(mover, deps, becoming, wish)
    if (!outcome.ok) return outcome
  }
  return { ok: true, appointment: await existingDeskBooking(deps.db, found.id) }
}

// Another desk can give the patient the same treatment that day meanwhile. The next try finds that, and is the second.
const maxTries = 3

/** Runs a change in spite of the rules again while it conflicts with the patient's other appointments. */
async function tryAgainIfSecond<Result extends { ok: true } | { ok: false; reason: string }>(
  attempt: () => Promise<Result>,
): Promise<Result> {
  let outcome = await attempt()
  for (let tries = 1; tries < maxTries && !outcome.ok && outcome.reason === 'own-appointment'; tries += 1) {
    outcome = await attempt()
  }
  return outcome
}

/** Lists what an appointment can become at its start, at `now`.
 *  @param others the other bookings of its day, in any state */
export function listTreatmentChoices(
  rules: Rules,
  found: DeskRow,
  others: readonly DeskRow[],
  now: Date,
): TreatmentChoice[] {
  const startsAt = found.startsAt.getTime()
  const live = others.filter(({ id, status }) => id !== found.id && status !== 'cancelled')
  const busy = live.map((row) => ({ ...row, from: row.startsAt.getTime(), until: row.busyUntil }))
  return rules.treatments.map((treatment) => {
    const { id, name, priceCents, durationMinutes: minutes, bufferMinutes } = treatment
    const times = freeTimesForStaff(rules, { date: found.date, treatmentId: id }, busy, now)
    const until = startsAt + (minutes + bufferMinutes) * 60_000
    const isInTheWay = (row: DeskRow) =>
      (row.patientId === found.patientId || (row.doctorId !== null && row.doctorId === found.doctorId)) &&
      row.startsAt.getTime() < until &&
      startsAt < row.busyUntil
    const sameDay = live.find((row) => row.patientId === found.patientId && row.treatmentId === id)?.slot
    return {
      ...{ _id: id, name, price: toDollars(priceCents), minutes, slot: slotOf(found, treatment) },
      fits:
        sameDay === undefined &&
        times.some(
          (time) =>
            time.startsAt === startsAt && (time.doctors.length === 0 || time.doctors.includes(found.doctorId ?? '')),
        ),
      conflicts: live.filter(isInTheWay).map(({ patientName, slot }) => ({ patientName, slot })),
      ...(sameDay !== undefined && { sameDay }),
    }
  })
}

function slotOf({ slot }: DeskRow, { durationMinutes }: TreatmentRule): string {
  const start = slotStartMinutes(slot)
  return formatSlot(start, start + durationMinutes)
}
