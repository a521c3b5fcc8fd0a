import { toDollars } from '#contract/kit/money.ts'
import type { Columns } from '#server/http/csv/csv.ts'
import { methodNames } from '../words.ts'
import type { nextAppointments, nextCharges, nextPayments, nextRefunds } from './store.ts'

// Which columns a file has, in their order, and what stands in them. An accountant's format is another such mapping of
// the same rows (docs/exports.md).

type Row<Next extends (...args: never[]) => Promise<object[]>> = Awaited<ReturnType<Next>>[number]

/** A row with the clinic's currency. */
type InCurrency<Next extends (...args: never[]) => Promise<object[]>> = Row<Next> & { currency: string }

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

export const paymentColumns: Columns<InCurrency<typeof nextPayments>> = {
  Receipt: ({ receipt }) => receipt,
  Day: ({ day }) => day,
  'Taken at': { instant: ({ takenAt }) => takenAt },
  Method: ({ method }) => methodNames[method],
  Amount: ({ amount }) => toDollars(amount),
  Refunded: ({ refunded }) => toDollars(refunded),
  Currency: ({ currency }) => currency,
  Reference: ({ reference }) => reference,
  'Card payment': ({ intentId }) => intentId,
  'Taken by': ({ takenBy }) => takenBy,
  'Voided at': { instant: ({ voidedAt }) => voidedAt },
  'Voided by': ({ voidedBy }) => voidedBy,
  'Reason of void': ({ voidReason }) => voidReason,
  ...appointment,
}

export const refundColumns: Columns<InCurrency<typeof nextRefunds>> = {
  Day: ({ day }) => day,
  Receipt: ({ receipt }) => receipt,
  Method: ({ method }) => methodNames[method],
  Amount: ({ amount }) => toDollars(amount),
  Currency: ({ currency }) => currency,
  Reason: ({ reason }) => reason,
  Note: ({ note }) => note,
  'Requested by': ({ requestedBy }) => requestedBy,
  'Requested at': { instant: ({ createdAt }) => createdAt },
  'Arrived or returned at': { instant: ({ at }) => at },
  ...appointment,
}

export const chargeColumns: Columns<InCurrency<typeof nextCharges>> = {
  'Appointment date': ({ date }) => date,
  Kind: ({ kind }) => kind,
  For: ({ words }) => words,
  Amount: ({ amount }) => toDollars(amount),
  Currency: ({ currency }) => currency,
  Reason: ({ reason }) => reason,
  'Made at': { instant: ({ madeAt }) => madeAt },
  'Made by': ({ madeBy }) => madeBy,
  'Voided at': { instant: ({ voidedAt }) => voidedAt },
  'Voided by': ({ voidedBy }) => voidedBy,
  ...appointment,
}

export const appointmentColumns: Columns<InCurrency<typeof nextAppointments>> = {
  ...appointment,
  Status: ({ status }) => status,
  Price: ({ priceCents }) => toDollars(priceCents),
  Credited: ({ creditedCents }) => toDollars(creditedCents),
  Received: ({ receivedCents }) => toDollars(receivedCents),
  'To be refunded': ({ refundingCents }) => toDollars(refundingCents),
  Refunded: ({ refundedCents }) => toDollars(refundedCents),
  Owed: ({ owedCents }) => toDollars(owedCents),
  Currency: ({ currency }) => currency,
  Transaction: ({ transactionId }) => transactionId,
  'Paid at': { instant: ({ paidAt }) => paidAt },
  'Booked at': { instant: ({ createdAt }) => createdAt },
  'Cancelled at': { instant: ({ cancelledAt }) => cancelledAt },
  'Reason of cancellation': ({ cancelReason }) => cancelReason,
}
