import type { IsoDate } from '#contract/kit/time/clinic-date.ts'
import { dayClock } from '#server/calendar/rules/day-clock.ts'
import { findOfferForStaff, listTimesForStaff, offerOutsideRules } from '#server/calendar/staff-offers.ts'
import { listBusy } from '#server/calendar/store.ts'
import { forPatientRoutes } from '#server/desk/for-patient-routes.ts'
import type { App } from '#server/http/app-type.ts'
import { addMail, emails } from '#server/mail/jobs.ts'
import { findUserByEmail, insertPatient, listUsersById, searchUsers } from '#server/user/store.ts'
import { auditBy } from '../audit.ts'
import type { AppDeps } from '../deps.ts'
import type { Features } from '../features.ts'
import type { StartedJobs } from '../jobs.ts'

/** Registers the routes by which staff book for patients. */
export function addForPatientRoutes(
  app: App,
  { config, database: { db }, clock }: AppDeps,
  features: Features,
  { sendNotices }: StartedJobs,
) {
  const { identity, calendar, jobs, telemetry } = features
  const { recordAuditFor, recordRead } = auditBy(features)
  forPatientRoutes(app, {
    ...{ db, identity, clock },
    rules: {
      offer: async (wish) => findOfferForStaff(await calendar.rules(), wish, clock()),
      offerOutside: async (wish) => offerOutsideRules(await calendar.rules(), wish, clock()),
      forget: calendar.invalidateAll,
    },
    users: { search: searchUsers, listByIds: listUsersById, findByEmail: findUserByEmail, insert: insertPatient },
    listTimes: async (choice) => {
      const { startsAt, endsAt } = dayClock(choice.date, config.clinic.timeZone)
      return listTimesForStaff(await calendar.rules(), choice, await listBusy(db, startsAt, endsAt), clock())
    },
    addClaimEmail: (tx, recipient) => addMail(tx, jobs, { kind: 'claim-account', recipient }),
    recordAuditFor,
    recordSearch: (request, target, foundIds) => recordRead(request, 'search-patients', target, foundIds),
    onBooked: (date: IsoDate) => {
      calendar.invalidate(date)
      sendNotices()
      jobs.wake(emails)
    },
    onOutcome: (outcome) => telemetry.report.booking('staff', outcome),
  })
}
