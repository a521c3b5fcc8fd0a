import { clinicData, isStaff, notPersonal } from './personal-data-of-clinic.ts'
import { importedData } from './personal-data-of-imports.ts'
import { toldData } from './personal-data-of-messages.ts'
import { patientData } from './personal-data-of-patients.ts'
import { tieData } from './personal-data-of-ties.ts'
import { waitingData } from './personal-data-of-waiting-list.ts'
import type * as auditTables from './schema/audit.ts'
import type * as authTables from './schema/auth.ts'
import type * as backupTables from './schema/backup.ts'
import type * as bookingTables from './schema/booking.ts'
import type * as calendarTables from './schema/calendar.ts'
import type * as chargeTables from './schema/charge.ts'
import type * as clinicSchema from './schema/clinic.ts'
import type * as demoTables from './schema/demo.ts'
import type * as doctorTables from './schema/doctor.ts'
import type * as heartbeatTables from './schema/heartbeat.ts'
import type * as mailTables from './schema/mail.ts'
import type * as outsideServiceTables from './schema/outside-service.ts'
import type * as patientTables from './schema/patient.ts'
import type * as patientImportTables from './schema/patient-import.ts'
import type * as paymentTables from './schema/payment.ts'
import type * as recallTables from './schema/recall.ts'
import type * as reportTables from './schema/report.ts'
import type * as staffTables from './schema/staff.ts'
import type * as textTables from './schema/text-message.ts'
import type * as tillTables from './schema/till.ts'
import type * as treatmentTables from './schema/treatment.ts'
import type * as userTables from './schema/user.ts'
import type * as waitingTables from './schema/waiting.ts'

/** What happens to a column when a person takes their data along or has their account erased. Personal columns are in
 *  the export, unless the reason says that they are not. An erased one is gone afterwards; a kept one stays. */
type Handling =
  | 'erased'
  | `erased, not exported: ${string}`
  | `kept: ${string}`
  | `kept, not exported: ${string}`
  | 'not personal'

type Modules = typeof auditTables &
  typeof authTables &
  typeof backupTables &
  typeof heartbeatTables &
  typeof bookingTables &
  typeof calendarTables &
  typeof chargeTables &
  typeof clinicSchema &
  typeof demoTables &
  typeof doctorTables &
  typeof mailTables &
  typeof outsideServiceTables &
  typeof patientImportTables &
  typeof patientTables &
  typeof paymentTables &
  typeof recallTables &
  typeof reportTables &
  typeof staffTables &
  typeof textTables &
  typeof tillTables &
  typeof treatmentTables &
  typeof userTables &
  typeof waitingTables
type Tables = { [T in keyof Modules as Modules[T] extends { $inferSelect: object } ? T : never]: Modules[T] }
type RowOf<T extends keyof Tables> = Tables[T]['$inferSelect']
type Columns = { [T in keyof Tables]: { [C in keyof RowOf<T>]: Handling } }

const isSecret = 'erased, not exported: it lets its holder sign in'
const endsByItself = 'kept, not exported: it counts attempts and expires within a day'
const isInBooks = 'kept: the clinic’s books need it'
const isPayment = 'kept, not exported: the export has the payment and its refunds'
const isInTrail = 'kept: the trail proves what was done, until its retention time'

/** Each column of each table. The types of this record require an entry for every column of the schema. */

export const personalData = {
  user: {
    ...{ id: 'erased', name: 'erased', email: 'erased', emailVerified: 'erased', image: 'erased' },
    ...{ role: 'erased', twoFactorEnabled: 'erased', createdAt: 'erased', updatedAt: notPersonal },
  },
  ...patientData,
  ...tieData,
  ...importedData,
  ...waitingData,
  session: {
    id: isSecret,
    token: isSecret,
    userId: 'erased',
    expiresAt: 'erased, not exported: it follows from the last use',
    ipAddress: 'erased',
    userAgent: 'erased',
    createdAt: 'erased',
    updatedAt: notPersonal,
    usedAt: 'erased',
    confirmedAt: 'erased, not exported: it tells what the session may do',
    secondFactorAt: 'erased, not exported: it tells what the session may do',
  },
  account: {
    id: notPersonal,
    accountId: 'erased',
    providerId: 'erased',
    userId: 'erased',
    accessToken: isSecret,
    refreshToken: isSecret,
    idToken: isSecret,
    accessTokenExpiresAt: isSecret,
    refreshTokenExpiresAt: isSecret,
    scope: isSecret,
    password: isSecret,
    createdAt: 'erased',
    updatedAt: notPersonal,
  },
  twoFactor: {
    ...{ id: notPersonal, secret: isSecret, backupCodes: isSecret, userId: 'erased' },
    verified: 'erased, not exported: the account says whether an app is set up',
    ...{ failedVerificationCount: isSecret, lockedUntil: isSecret },
  },
  passkey: {
    id: notPersonal,
    name: 'erased',
    publicKey: isSecret,
    userId: 'erased',
    credentialID: isSecret,
    counter: isSecret,
    ...{ deviceType: isSecret, backedUp: isSecret, transports: isSecret, createdAt: 'erased', aaguid: isSecret },
  },
  verification: {
    ...{ id: notPersonal, updatedAt: notPersonal },
    ...{ identifier: isSecret, value: isSecret, expiresAt: isSecret, createdAt: isSecret },
  },
  rateLimit: { id: endsByItself, key: endsByItself, count: notPersonal, lastRequest: notPersonal },
  attemptBucket: { key: endsByItself, fullAt: notPersonal },
  booking: {
    ...{ id: isInBooks, treatment: isInBooks, date: isInBooks, slot: isInBooks, priceCents: isInBooks },
    treatmentId: 'kept, not exported: the export has the treatment’s name',
    creditedCents: 'kept, not exported: the export has each charge',
    receivedCents: 'kept, not exported: the export has each payment',
    owedCents: isInBooks,
    noShowCharged: isInBooks,
    patientId: isInBooks,
    patient: 'erased',
    patientName: 'erased',
    phone: 'erased',
    transactionId: isInBooks,
    paidAt: isInBooks,
    refundingCents: 'kept, not exported: the export has each refund',
    refundedCents: isInBooks,
    refundedAt: isInBooks,
    cancelledAt: isInBooks,
    cancelReason: isInBooks,
    bookedBy: 'erased, not exported: the export has the email of the account',
    createdAt: isInBooks,
    startsAt: 'kept, not exported: the export has the date and the slot',
    endsAt: 'kept, not exported: the export has the date and the slot',
    busy: 'kept, not exported: the export has the date and the slot',
    doctorId: 'kept, not exported: the export has the dentist’s name',
    status: isInBooks,
    statusAt: isInBooks,
    note: 'erased',
    ...{ sequence: notPersonal, overridden: notPersonal, chairId: notPersonal, secondThatDay: notPersonal },
    changedAt: 'kept, not exported: it tells calendars whether the appointment has changed',
    scheduledAt: 'kept, not exported: it tells whether a reminder is needed',
    overrideReason: 'erased',
    requestHash: 'erased, not exported: it is a keyed hash that recognizes a repeated request',
    cancelRefundCents: 'kept, not exported: the export has each refund',
  },
  ...toldData,
  calendarFeed: {
    id: 'erased, not exported: it lets its holder read the feed',
    userId: 'erased',
    doctorId: notPersonal,
    createdAt: 'erased',
  },
  paymentIntent: {
    ...{ id: isInBooks, bookingId: isInBooks, patientId: isInBooks, amount: isInBooks, currency: isInBooks },
    state: isInBooks,
    refunded: 'kept, not exported: the export has each refund',
    dispute: isInBooks,
    disputedAt: isInBooks,
    due: notPersonal,
    createdAt: isInBooks,
  },
  charge: {
    ...{ id: notPersonal, bookingId: isInBooks, kind: isInBooks, words: isInBooks, amount: isInBooks },
    ...{ chargeId: notPersonal, refundId: 'kept, not exported: the export has each refund' },
    ...{ reason: 'erased', madeBy: isStaff, madeAt: isInBooks, voidedAt: isInBooks, voidedBy: isStaff },
  },
  payment: {
    ...{ id: notPersonal, bookingId: isInBooks, method: isInBooks, amount: isInBooks, reference: 'erased' },
    ...{ intentId: isInBooks, takenBy: isStaff, takenAt: isInBooks },
    day: 'kept, not exported: the export has the instant',
    receiptYear: 'kept, not exported: the export has the number of the receipt',
    receiptCount: 'kept, not exported: the export has the number of the receipt',
    refunded: 'kept, not exported: the export has each refund',
    ...{ voidedAt: isInBooks, voidedBy: isStaff, voidReason: 'erased' },
  },
  refund: {
    ...{ id: notPersonal, paymentId: isInBooks, method: isInBooks, intentId: isInBooks, amount: isInBooks },
    ...{ reason: isInBooks, note: 'erased', requestedBy: isStaff },
    providerId: 'kept, not exported: it finds the refund at the provider',
    ...{ state: isInBooks, attempt: notPersonal, checkAt: notPersonal, createdAt: isInBooks, succeededAt: isInBooks },
  },
  refundEntry: {
    ...{ id: notPersonal, refundId: 'kept, not exported: the export has the refund', day: notPersonal },
    ...{ amount: notPersonal, at: notPersonal },
  },
  paymentLedger: {
    ...{ id: notPersonal, kind: isPayment, intentId: isPayment, bookingId: isPayment, amount: isPayment },
    ...{ currency: isPayment, at: isPayment },
    reference: 'kept, not exported: it finds the payment at the provider',
    detail: 'kept, not exported: it is a code of the provider',
  },
  mail: {
    ...{ id: notPersonal, kind: 'erased', recipient: 'erased' },
    details: 'erased, not exported: it may contain a link that signs in, and is deleted once the email is sent',
    ...{ createdAt: 'erased', doneAt: 'erased' },
    result: 'erased, not exported: it is a code, and says whether the mail server took the email',
  },
  audit: {
    id: notPersonal,
    userId: isInTrail,
    actor: 'kept, not exported: it is the caller’s email, and staff are others',
    action: isInTrail,
    target: isInTrail,
    ip: isInTrail,
    personIds: isInTrail,
    at: isInTrail,
  },
  ...clinicData,
} as const satisfies Columns

type ErasedIn<T extends keyof Tables> = {
  [C in keyof RowOf<T>]: (typeof personalData)[T][C & keyof (typeof personalData)[T]] extends `erased${string}`
    ? C
    : never
}[keyof RowOf<T>]

/** The values that replace the erased columns of a row that stays: one for each, or the code that erases does not
 *  compile. */
export type ErasedValues<T extends keyof Tables> = Pick<RowOf<T>, ErasedIn<T>>
