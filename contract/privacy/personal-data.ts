import { z } from 'zod/mini'
import { storedFields } from '../patient/fields.ts'
import { relation } from '../patient/patient.ts'

const instant = z.iso.datetime()
const instantOrNull = z.nullable(instant)

const exportedRefund = z.object({
  ...{ amount: z.number(), reason: z.string(), note: z.string(), state: z.string() },
  ...{ requestedAt: instant, arrivedAt: instantOrNull },
})

/** All that the clinic's software keeps about a person. Amounts in dollars, instants as ISO 8601, `date` in the medium
 *  format. */
export const personalData = z.object({
  exportedAt: instant,
  clinic: z.string(),
  /** Null for a patient without an account. */
  account: z.nullable(
    z.object({
      id: z.string(),
      name: z.string(),
      email: z.string(),
      emailConfirmed: z.boolean(),
      picture: z.nullable(z.string()),
      role: z.string(),
      createdAt: instant,
      /** Ways to sign in: `password`, `google`, and the account there. */
      signIn: z.array(z.object({ way: z.string(), account: z.string(), since: instant })),
      authenticatorApp: z.boolean(),
      calendarFeedSince: instantOrNull,
    }),
  ),
  /** Whom the account may act for, but for those who have an account of their own. */
  patients: z.array(
    z.object({
      id: z.string(),
      ...storedFields,
      /** What they are to the account, and since when. */
      relation,
      since: instant,
      phones: z.array(z.object({ number: z.string(), since: instant })),
      createdAt: instant,
      /** Their numbers in the system that the clinic had before. */
      oldIds: z.array(z.string()),
      /** Since when they get no invitations to come back, and the day until which they put them off. */
      recallsStoppedAt: instantOrNull,
      recallsSnoozedUntil: z.nullable(z.string()),
      /** The treatments for which they were due again, and when the clinic invited or called them. */
      recalls: z.array(
        z.object({
          ...{ treatment: z.string(), lastVisit: z.string(), foundAt: instant },
          ...{ invitedAt: instantOrNull, calledAt: instantOrNull },
        }),
      ),
    }),
  ),
  /** Rows about the person in files that the clinic imported, while it keeps them: until they are imported, and for
   *  some days if something was wrong with them. */
  importedRows: z.array(z.object({ file: z.string(), row: z.number(), texts: z.array(z.string()), since: instant })),
  passkeys: z.array(z.object({ name: z.nullable(z.string()), createdAt: instant })),
  devices: z.array(
    z.object({
      browser: z.nullable(z.string()),
      address: z.nullable(z.string()),
      signedIn: instant,
      lastUsed: instant,
    }),
  ),
  appointments: z.array(
    z.object({
      id: z.string(),
      treatment: z.string(),
      dentist: z.nullable(z.string()),
      date: z.string(),
      slot: z.string(),
      status: z.string(),
      statusAt: instantOrNull,
      price: z.number(),
      name: z.string(),
      email: z.string(),
      phone: z.string(),
      /** What the clinic noted. */
      note: z.string(),
      /** Why the clinic made an exception from its rules. */
      overrideReason: z.string(),
      bookedAt: instant,
      cancelledAt: instantOrNull,
      cancelReason: z.nullable(z.string()),
      paidAt: instantOrNull,
      payment: z.nullable(z.string()),
      owed: z.number(),
      refunded: z.number(),
      refundedAt: instantOrNull,
      charges: z.array(
        z.object({
          ...{ kind: z.string(), words: z.string(), amount: z.number(), reason: z.string() },
          ...{ madeAt: instant, voidedAt: instantOrNull },
        }),
      ),
      /** What was paid, also at the desk. */
      received: z.array(
        z.object({
          ...{ id: z.string(), method: z.string(), amount: z.number(), reference: z.string(), receipt: z.string() },
          ...{ takenAt: instant, voidedAt: instantOrNull, voidReason: z.string() },
          refunds: z.array(exportedRefund),
        }),
      ),
    }),
  ),
  /** Card payments at the provider. */
  payments: z.array(
    z.object({
      id: z.string(),
      appointment: z.nullable(z.string()),
      amount: z.number(),
      currency: z.string(),
      state: z.string(),
      startedAt: instant,
      /** The state of a dispute with the card’s bank. */
      dispute: z.nullable(z.string()),
      disputedAt: instantOrNull,
      refunds: z.array(exportedRefund),
    }),
  ),
  /** What the person waits or waited for, in the list for earlier times, and what was offered to them by email. */
  waiting: z.array(
    z.object({
      ...{ patient: z.string(), treatment: z.string(), dentist: z.nullable(z.string()), weekdays: z.array(z.int()) },
      ...{ hours: z.string(), lastDay: z.string(), appointment: z.nullable(z.string()), joinedAt: instant },
      ...{ endedAt: instantOrNull, endReason: z.nullable(z.string()) },
      offers: z.array(z.object({ date: z.string(), slot: z.string(), sentAt: instant, state: z.string() })),
    }),
  ),
  /** Emails to the person. What was in them is not kept. `sentAt` is null while an email waits. */
  emails: z.array(z.object({ kind: z.string(), address: z.string(), requestedAt: instant, sentAt: instantOrNull })),
  /** What the person did, as the clinic's trail records it. */
  activity: z.array(z.object({ action: z.string(), about: z.string(), at: instant, address: z.string() })),
  /** When the clinic's staff looked at the person's data or changed it. */
  accesses: z.array(z.object({ action: z.string(), at: instant })),
})
export type PersonalData = z.infer<typeof personalData>

/** Formats of an export. */
const exportFormat = z.enum(['json', 'html'])
export type ExportFormat = z.infer<typeof exportFormat>

/** Query of the routes that export a person's data. */
export const exportQuery = z.object({ format: z._default(exportFormat, 'json') })

/** Codes of refusals to erase an account. */
const erasureRefusal = z.enum(['staff-account', 'own-account', 'upcoming-appointments', 'refund-under-way'])
export type ErasureRefusal = z.infer<typeof erasureRefusal>
