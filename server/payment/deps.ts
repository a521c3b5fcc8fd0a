import type { FastifyBaseLogger } from 'fastify'
import type { PatientState } from '#contract/booking/patient-changes.ts'
import type { Db } from '#server/database/db.ts'
import type { BookingRow } from '#server/database/schema/booking.ts'
import type { PaymentLimits } from './limits.ts'
import type { CardProvider } from './provider.ts'
import type { Receipt, RefundReceipt } from './receipt.ts'

/** A booking with the name of its doctor, if it has one. */
export type PayableBooking = BookingRow & { doctorName: string | null }

/** Access to bookings, which only the booking feature writes. `price` in cents. */
export type Bookings = {
  /** Returns a booking unless it is cancelled and was never paid. */
  find: (db: Db, id: string) => Promise<PayableBooking | undefined>
  /** Returns a booking, cancelled or not. */
  findAny: (db: Db, id: string) => Promise<PayableBooking | undefined>
  /** Returns whether a patient has an unpaid booking of exactly this price. */
  hasUnpaid: (db: Db, patientId: string, price: number) => Promise<boolean>
  /** Selects a booking FOR UPDATE, cancelled or not. */
  lock: (tx: Db, id: string) => Promise<PayableBooking | undefined>
  /** Selects up to two of a patient's unpaid bookings of exactly this price FOR UPDATE, the earliest first. */
  lockUnpaid: (tx: Db, patientId: string, price: number) => Promise<PayableBooking[]>
  /** Marks a locked booking as paid by an intent. */
  markPaid: (tx: Db, id: string, transactionId: string) => Promise<PayableBooking>
  /** Sets the refunded amounts, in cents, of the booking that an intent paid. Returns undefined if it paid none. */
  saveRefunds: (tx: Db, transactionId: string, totals: RefundTotals) => Promise<PayableBooking | undefined>
}

/** Cents on their way back to the card, and cents that have arrived, the last at `refundedAt`. */
type RefundTotals = { refunding: number; refunded: number; refundedAt: Date | null }

/** Dependencies of the payment feature. */
export type PaymentDeps = {
  db: Db
  bookings: Bookings
  cards: CardProvider
  log: FastifyBaseLogger
  publicUrl: string
  limits: PaymentLimits
  /** Adds the email with a receipt, of a payment or of `refunded` cents of it, in the transaction that records it. */
  addReceipt: (tx: Db, receipt: Receipt | RefundReceipt) => Promise<void>
  /** Returns the email of a patient. */
  findEmail: (db: Db, patientId: string) => Promise<string | undefined>
  /** Returns what the patient can still do with a booking, in the transaction `tx`. */
  changesOf: (tx: Db, booking: PayableBooking) => Promise<PatientState>
  /** Called after that transaction is committed. */
  onPaid: () => void
}
