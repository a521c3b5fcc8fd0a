import { toDollars } from '#contract/kit/money.ts'
import { methodNames } from '../words.ts'
import type { nextAppointments, nextCharges, nextPayments, nextRefunds } from './store.ts'

// Which columns a file has, in their order, and what stands in them. An accountant's format is another such mapping of
// the same rows (docs/exports.md).

type Row<Next extends (...args: never[]) => Promise<object[]>> = Awaited<ReturnType<Next>>[number]

/** The columns of a file by their headings. */
export type Columns<R> = Readonly<Record<string, (row: R, currency: string) => string | number | Date | null>>

const appointment: Columns<
  Row<typeof nextAppointments> | Row<typeof nextPayments> | Row<typeof nextRefunds> | Row<typeof nextCharges>
> = {
  'Appointment date': ({ date }) => date,
  'Appointment time': ({ slot }) => slot,
  Treatment: ({ treatment }) => treatment,
  Dentist: ({ dentist }) => dentist,
  Patient: ({ patient }) => patient,
  'Patient id': ({ patientId }) => patientId,
  'Appointment id': ({ appointment }) => appointment,
}

export const paymentColumns: Columns<Row<typeof nextPayments>> = {
  Receipt: ({ receipt }) => receipt,
  Day: ({ day }) => day,
  'Taken at': ({ takenAt }) => takenAt,
  Method: ({ method }) => methodNames[method],
  Amount: ({ amount }) => toDollars(amount),
  Refunded: ({ refunded }) => toDollars(refunded),
  Currency: (_, currency) => currency,
  Reference: ({ reference }) => reference,
  'Card payment': ({ intentId }) => intentId,
  'Taken by': ({ takenBy }) => takenBy,
  'Voided at': ({ voidedAt }) => voidedAt,
  'Voided by': ({ voidedBy }) => voidedBy,
  'Reason of void': ({ voidReason }) => voidReason,
  ...appointment,
}

export const refundColumns: Columns<Row<typeof nextRefunds>> = {
  Day: ({ day }) => day,
  Receipt: ({ receipt }) => receipt,
  Method: ({ method }) => methodNames[method],
  Amount: ({ amount }) => toDollars(amount),
  Currency: (_, currency) => currency,
  Reason: ({ reason }) => reason,
  Note: ({ note }) => note,
  'Requested by': ({ requestedBy }) => requestedBy,
  'Requested at': ({ createdAt }) => createdAt,
  'Arrived or returned at': ({ at }) => at,
  ...appointment,
}

export const chargeColumns: Columns<Row<typeof nextCharges>> = {
  'Appointment date': ({ date }) => date,
  Kind: ({ kind }) => kind,
  For: ({ words }) => words,
  Amount: ({ amount }) => toDollars(amount),
  Currency: (_, currency) => currency,
  Reason: ({ reason }) => reason,
  'Made at': ({ madeAt }) => madeAt,
  'Made by': ({ madeBy }) => madeBy,
  'Voided at': ({ voidedAt }) => voidedAt,
  'Voided by': ({ voidedBy }) => voidedBy,
  ...appointment,
}

export const appointmentColumns: Columns<Row<typeof nextAppointments>> = {
  ...appointment,
  Status: ({ status }) => status,
  Price: ({ priceCents }) => toDollars(priceCents),
  Credited: ({ creditedCents }) => toDollars(creditedCents),
  Received: ({ receivedCents }) => toDollars(receivedCents),
  'To be refunded': ({ refundingCents }) => toDollars(refundingCents),
  Refunded: ({ refundedCents }) => toDollars(refundedCents),
  Owed: ({ owedCents }) => toDollars(owedCents),
  Currency: (_, currency) => currency,
  Transaction: ({ transactionId }) => transactionId,
  'Paid at': ({ paidAt }) => paidAt,
  'Booked at': ({ createdAt }) => createdAt,
  'Cancelled at': ({ cancelledAt }) => cancelledAt,
  'Reason of cancellation': ({ cancelReason }) => cancelReason,
}
