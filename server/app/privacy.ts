import { appendAudit } from '#server/audit/store.ts'
import {
  countUnfinished,
  erasePatient,
  findFeedOf,
  listBookingsOf,
  lockBookingsOf,
} from '#server/booking/personal-queries.ts'
import type { App } from '#server/http/app-type.ts'
import { addMail, emails } from '#server/mail/jobs.ts'
import { eraseRefundNotes } from '#server/payment/refund/store.ts'
import { erasureRoutes } from '#server/privacy/erasure/routes.ts'
import { exportRoutes } from '#server/privacy/export/routes.ts'
import { auditBy } from './audit.ts'
import type { AppDeps } from './deps.ts'
import type { Features } from './features.ts'

/** Registers the routes by which people get their data and have it erased. */
export function addPrivacyRoutes(app: App, { config, database: { db }, clock }: AppDeps, features: Features) {
  const { identity, jobs } = features
  exportRoutes(app, {
    ...{ db, clock, identity },
    clinicName: config.clinic.name,
    timeZone: config.clinic.timeZone,
    bookings: { listOf: listBookingsOf, findFeedOf },
    recordAuditFor: auditBy(features).recordAuditFor,
  })
  erasureRoutes(app, {
    ...{ db, clock, identity, appendAudit },
    bookings: { lock: lockBookingsOf, countUnfinished, erase: erasePatient },
    erasePayments: eraseRefundNotes,
    addEmail: (tx, email) => addMail(tx, jobs, email),
    onErased: () => jobs.wake(emails),
  })
}
