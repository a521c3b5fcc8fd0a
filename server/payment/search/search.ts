import type { PaymentsFound } from '#contract/desk/payment-search.ts'
import { toDollars } from '#contract/kit/money.ts'
import { formatMediumDate } from '#contract/kit/time/clinic-date.ts'
import type { Db } from '#server/database/db.ts'
import { searchPatients } from '#server/patient/search.ts'
import { readReceiptNumber } from './receipt-number.ts'
import { type FoundRow, listByIntent, listByReceipt, listOfPatients } from './store.ts'

const most = 50
// A name that more patients have finds too many payments to choose from.
const mostPatients = 100

/** Finds at most 50 payments: by the number of their receipt or the end of it, by the id of a card payment, and those
 *  of the patients whom the same search finds everywhere, who have died or not. `patientIds`: whose they are, and whom
 *  the words mean.
 *  @param country the clinic's (ISO 3166-1 alpha-2) */
export async function searchPayments(
  db: Db,
  { search, country }: { search: string; country: string },
): Promise<PaymentsFound & { patientIds: string[] }> {
  const number = readReceiptNumber(search)
  const numbered = number ? await listByReceipt(db, number, most + 1) : []
  const byIntent = search.startsWith('pi_') ? await listByIntent(db, search) : []
  const isWhole = number?.year !== undefined && numbered.length > 0
  const patients = isWhole ? [] : await searchPatients(db, { search, country, limit: mostPatients, died: true })
  const theirs = await listOfPatients(
    db,
    patients.map(({ id }) => id),
    most + 1,
  )
  const all = [...new Map([...numbered, ...byIntent, ...theirs].map((row) => [row.id, row])).values()]
  const shown = all.slice(0, most)
  return {
    payments: shown.map(toResponse),
    hasMore: all.length > shown.length || patients.length === mostPatients,
    patientIds: [...new Set([...shown.map(({ patientId }) => patientId), ...patients.map(({ id }) => id)])],
  }
}

function toResponse({ id, receipt, method, amount, takenAt, voidedAt, ...row }: FoundRow) {
  const { bookingId, patientName, treatment, date, slot } = row
  return {
    ...{ _id: id, receipt, method, amount: toDollars(amount), at: takenAt.toISOString() },
    ...(voidedAt && { voided: true as const }),
    appointment: { _id: bookingId, patientName, treatment, date: formatMediumDate(date), slot },
  }
}
