import { z } from 'zod/mini'

/** Audited actions. The database accepts no others: after a change run `npm run migration -- audit_actions`. */
export const auditAction = z.enum([
  'promote-user',
  'demote-user',
  'invite-staff',
  'withdraw-invitation',
  'accept-invitation',
  'change-role',
  'end-staff',
  'ask-for-absence',
  'withdraw-absence-request',
  'refuse-absence',
  'add-doctor',
  'delete-doctor',
  'upload-photo',
  'change-clinic',
  'change-message',
  'change-time-zone',
  'set-up-clinic',
  'set-hours',
  'set-day',
  'clear-day',
  'set-policy',
  'add-treatment',
  'change-treatment',
  'order-treatments',
  'retire-treatment',
  'restore-treatment',
  'change-doctor',
  'add-absence',
  'remove-absence',
  'add-block',
  'change-block',
  'remove-block',
  'keep-doctor',
  'add-chair',
  'rename-chair',
  'retire-chair',
  'restore-chair',
  'keep-appointment',
  'cancel-appointment',
  'move-appointment',
  'ask-to-choose',
  'call-patient',
  'list-calls',
  'book-appointment',
  'mark-appointment',
  'note-appointment',
  'add-patient',
  'import-patients',
  'undo-import',
  'export-patients',
  'search-patients',
  'list-patients',
  'read-patient',
  'change-patient',
  'merge-patients',
  'add-patient-account',
  'remove-patient-account',
  'erase-patient',
  'read-day',
  'read-appointment',
  'join-waiting-list',
  'leave-waiting-list',
  'read-waiting-list',
  'take-payment',
  'void-payment',
  'refund-payment',
  'change-price',
  'charge-no-show',
  'change-booked-treatment',
  'send-receipt',
  'close-day',
  'export-books',
  'list-recalls',
  'call-recall',
  'snooze-recalls',
  'stop-recalls',
  'start-recalls',
  'renew-feed',
  'list-users',
  'read-sessions',
  'end-sessions',
  'export-data',
  'erase-account',
  'change-email',
  'accept-access',
  'end-access',
  'remove-second-factor',
  'read-audit',
])
export type AuditAction = z.infer<typeof auditAction>

/** An entry of the audit trail. `actor` is the admin's or patient's email at that time, `at` an ISO 8601 instant, `ip`
 *  the client's address. */
const auditEntry = z.object({
  _id: z.int().check(z.positive()),
  actor: z.string(),
  action: auditAction,
  target: z.string(),
  at: z.iso.datetime(),
  ip: z.string(),
})

/** Query of `GET /audit`: the latest `limit` entries (1 to 100), of those older than the entry `before`. */
export const auditQuery = z.object({
  before: z.optional(z.coerce.number('An entry’s _id').check(z.int('An entry’s _id'), z.positive('An entry’s _id'))),
  limit: z._default(
    z.coerce.number('1 to 100').check(z.int('1 to 100'), z.gte(1, '1 to 100'), z.lte(100, '1 to 100')),
    50,
  ),
})

/** Response of `GET /audit`, newest first. `nextCursor` is the `before` of the next page; null at the end. */
export const auditPage = z.object({ entries: z.array(auditEntry), nextCursor: z.nullable(z.int().check(z.positive())) })

/** The same as the page parses it, with any action: a newer server may have more of them. */
export const receivedAuditPage = z.extend(auditPage, {
  entries: z.array(z.extend(auditEntry, { action: z.string() })),
})
export type ReceivedAuditEntry = z.infer<typeof receivedAuditPage>['entries'][number]
