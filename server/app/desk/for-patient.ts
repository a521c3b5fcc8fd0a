import type { FastifyRequest } from 'fastify'
import type { AuditAction } from '#contract/audit.ts'
import type { IsoDate } from '#contract/kit/time/clinic-date.ts'
import { appendAudit, appendAuditHourly } from '#server/audit/store.ts'
import { forPatientRoutes } from '#server/booking/for-patient/routes.ts'
import { findOfferForStaff, listTimesForStaff, offerOutsideRules } from '#server/calendar/staff/staff.ts'
import type { Db } from '#server/database/db.ts'
import type { App } from '#server/http/app-type.ts'
import { addMail, emails } from '#server/mail/jobs.ts'
import { findUserByEmail, insertPatient, listUsersById, searchUsers } from '#server/user/store.ts'
import type { AppDeps } from '../deps.ts'
import type { Features } from '../features.ts'
import type { StartedJobs } from '../jobs.ts'

/** Registers the routes by which staff book for patients. */
export function addForPatientRoutes(
  app: App,
  { database: { db }, clock }: AppDeps,
  { identity, calendar, jobs }: Features,
  { sendNotices }: StartedJobs,
) {
  const actorOf = (request: FastifyRequest) => {
    const { userId, email: actor } = identity.caller(request)
    return { userId, actor, ip: request.ip }
  }
  forPatientRoutes(app, {
    ...{ db, identity, clock },
    rules: {
      offer: async (wish) => findOfferForStaff(await calendar.rules(), wish, clock()),
      offerOutside: async (wish) => offerOutsideRules(await calendar.rules(), wish, clock()),
      forget: calendar.invalidateAll,
    },
    users: { search: searchUsers, listByIds: listUsersById, findByEmail: findUserByEmail, insert: insertPatient },
    listTimes: async (choice) => listTimesForStaff(db, await calendar.rules(), choice, clock()),
    addClaimEmail: (tx, recipient) => addMail(tx, jobs, { kind: 'claim-account', recipient }),
    recordAuditFor: (request) => (tx: Db, action: AuditAction, target: string) =>
      appendAudit(tx, { ...actorOf(request), action, target }),
    recordSearch: (request, target) =>
      appendAuditHourly(db, { ...actorOf(request), action: 'search-patients', target }),
    onBooked: (date: IsoDate) => {
      calendar.invalidate(date)
      sendNotices()
      jobs.wake(emails)
    },
  })
}
