import { clinicToday, type IsoDate } from '#contract/kit/time/clinic-date.ts'
import type { RequestRefund } from '#server/appointment/change.ts'
import { feedRoutes } from '#server/appointment/feed-routes.ts'
import { calendarFileRoutes } from '#server/appointment/file-routes.ts'
import { appointmentLinkRoutes } from '#server/appointment/link-routes.ts'
import { bookingChangeRoutes } from '#server/appointment/routes.ts'
import { auditRoutes } from '#server/audit/routes.ts'
import { appendAudit } from '#server/audit/store.ts'
import { accountRoutes } from '#server/auth/account/routes.ts'
import { passkeyRoutes } from '#server/auth/passkey-routes.ts'
import { providerRoutes } from '#server/auth/provider/routes.ts'
import { renewSignatures } from '#server/auth/renewed-cookies.ts'
import { authRoutes } from '#server/auth/routes.ts'
import { secondFactorRoutes } from '#server/auth/second-factor/routes.ts'
import { staffAccountRoutes } from '#server/auth/staff/routes.ts'
import { toResponse } from '#server/booking/response.ts'
import { bookingRoutes } from '#server/booking/routes.ts'
import { overrideBooking, rescheduleBooking } from '#server/booking/store.ts'
import { findUpcoming, listUpcomingOn } from '#server/booking/upcoming-queries.ts'
import { calendarRoutes } from '#server/calendar/routes.ts'
import { findOffer, type Wish } from '#server/calendar/rules/offer.ts'
import { namesOfDoctors } from '#server/calendar/store.ts'
import { calendarChangeRoutes } from '#server/calendar-change/routes.ts'
import { isResponding } from '#server/database/ping.ts'
import { attentionRoutes } from '#server/desk/attention-routes.ts'
import { cancelAndRefund } from '#server/desk/cancel.ts'
import { staffCancelRoute } from '#server/desk/cancel-routes.ts'
import { removeDoctorIn } from '#server/doctor/doctor.ts'
import { doctorRoutes } from '#server/doctor/routes.ts'
import type { App } from '#server/http/app-type.ts'
import { openEdge } from '#server/http/edge/edge.ts'
import { healthRoutes } from '#server/http/health.ts'
import { withinRequest } from '#server/http/log/request-id.ts'
import { describeRoutes } from '#server/http/openapi/describe.ts'
import { referencePage } from '#server/http/reference.ts'
import { securityHeaders } from '#server/http/security.ts'
import { requestRefund } from '#server/payment/refund/refund.ts'
import { refundRoutes } from '#server/payment/refund/routes.ts'
import { paymentRoutes } from '#server/payment/routes.ts'
import { reconcileSoon } from '#server/payment/settlement/jobs.ts'
import { photoRoutes } from '#server/photo/routes.ts'
import { discoveryRoutes } from '#server/site/discovery/discovery.ts'
import { fontRoutes } from '#server/site/fonts.ts'
import { readSite } from '#server/site/pages.ts'
import { siteRoutes } from '#server/site/routes.ts'
import { userAdminRoutes } from '#server/user/admin-routes.ts'
import { userRoutes } from '#server/user/routes.ts'
import { auditBy } from './audit.ts'
import type { AppDeps } from './deps.ts'
import { addForPatientRoutes } from './desk/for-patient.ts'
import { addDeskRoutes } from './desk/routes.ts'
import type { Features } from './features.ts'
import type { StartedJobs } from './jobs.ts'
import { openPageData } from './pages/page-data.ts'
import { addPrivacyRoutes } from './privacy.ts'
import { cardOnPages } from './sandbox.ts'

/** Opens the HTTP app with all routes. Its `close` also closes the features and the jobs. */
export async function openHttp(deps: AppDeps, features: Features, jobs: StartedJobs): Promise<App> {
  const { config, database, log, draining } = deps
  const app = await openEdge(config, log, {
    instrument: features.telemetry.instrument,
    onLimited: (client, kind) => features.security.record('requests-limited', { kind, client }),
  })
  app.addHook('preHandler', ({ id }, _reply, done) => withinRequest(id, done))
  acceptPreviousSecret(app, deps)
  closeWith(app, features, jobs)
  await features.telemetry.listen(app, features)
  await describeRoutes(app, { title: config.clinic.name })
  healthRoutes(app, { isReady: () => isResponding(database), secret: deps.secret, draining })
  addAccountRoutes(app, deps, features)
  addClinicRoutes(app, deps, features, jobs)
  addForPatientRoutes(app, deps, features, jobs)
  await addAdminRoutes(app, deps, features, jobs)
  addPrivacyRoutes(app, deps, features)
  await features.sandbox.addRoutes(app)
  await addPageRoutes(app, deps, features)
  return app
}

function acceptPreviousSecret(app: App, { config: { previousSecret }, secret }: AppDeps) {
  if (previousSecret === undefined) return
  app.addHook('onRequest', async ({ headers }) => {
    if (headers.cookie) headers.cookie = renewSignatures(headers.cookie, { current: secret, previous: previousSecret })
  })
}

function closeWith(app: App, { calendar, security, sandbox: { stripe } }: Features, jobs: StartedJobs) {
  if (stripe) app.addHook('onListen', () => stripe.startWebhooks(`${app.listeningOrigin}/webhook/stripe`))
  app.addHook('onClose', async () => {
    security.flush()
    await calendar.close()
    // Before the sandbox closes, because a running job may call it.
    await jobs.close()
    await stripe?.close()
  })
}

function addAccountRoutes(app: App, { config, database: { db } }: AppDeps, features: Features) {
  const { publicUrl, origins } = config
  const { auth, identity, providerAuthAt, passwordCalls, security, sendMail, tokens } = features
  const account = { auth, db, identity, publicUrl, sendMail, passwordCalls, security }
  authRoutes(app, account)
  accountRoutes(app, account)
  secondFactorRoutes(app, { ...account, limits: features.limits })
  passkeyRoutes(app, { ...account, passkeyAuth: features.passkeyAuth })
  providerRoutes(app, { providerAuthAt, publicUrl, origins, security })
  userRoutes(app, { db, identity, issueToken: tokens.issue })
}

/** Returns the payment feature's refund of a cancelled appointment. */
function refundCancelled(payments: Features['payments']): RequestRefund {
  return async (tx, intentId, byStaff) => {
    const outcome = await requestRefund(payments, tx, { intentId, reason: 'cancelled', ...byStaff })
    if (outcome === 'other-request') throw new Error('A refund without a request id can’t repeat another one')
    return outcome
  }
}

function addClinicRoutes(
  app: App,
  { config, database: { db }, clock }: AppDeps,
  features: Features,
  { sendNotices }: StartedJobs,
) {
  const { identity, calendar, payments, photos, linkTokens } = features
  const { recordAuditFor, recordRead } = auditBy(features)
  const onRefundRequested = () => reconcileSoon(features.jobs, db)
  const rules = {
    offer: async (wish: Wish) => findOffer(await calendar.rules(), wish, clock()),
    forget: calendar.invalidateAll,
    today: () => clinicToday(clock(), config.clinic.timeZone),
  }
  const onChanged = (dates: IsoDate[]) => {
    dates.forEach(calendar.invalidate)
    sendNotices()
  }
  calendarRoutes(app, { calendar, toPublicUrl: photos.toPublicUrl })
  bookingRoutes(app, {
    db,
    clock,
    identity,
    rules,
    onBooked: (date) => onChanged([date]),
    onOutcome: (outcome, date) => {
      features.telemetry.report.booking('patient', outcome)
      // The patient saw it as free, perhaps because a notification was lost.
      if (outcome === 'slot-taken') calendar.invalidate(date)
    },
    recordRead,
  })
  const changes = {
    ...{ db, clock, rules, onChanged, onRefundRequested, appendAudit, clinic: config.clinic },
    requestRefund: refundCancelled(payments),
  }
  bookingChangeRoutes(app, { ...changes, identity })
  staffCancelRoute(app, { ...changes, identity, recordAuditFor })
  appointmentLinkRoutes(app, { ...changes, linkTokens })
  calendarFileRoutes(app, { db, identity, linkTokens, calendarClinic: config, recordRead })
  paymentRoutes(app, { ...payments, identity, toResponse })
  refundRoutes(app, { ...payments, identity, toResponse, recordAuditFor, recordRead, onRefundRequested })
}

async function addAdminRoutes(app: App, deps: AppDeps, features: Features, { sendNotices }: StartedJobs) {
  const { config, database, clock } = deps
  const { db } = database
  const { identity, photos, calendar, ruleChanges, appendRoleChange, feedAddresses } = features
  const { actorOf, recordAuditFor, recordRead } = auditBy(features)
  staffAccountRoutes(app, { db, identity, sendMail: features.sendMail, recordAuditFor, recordRead })
  userAdminRoutes(app, {
    ...{ db, identity, appendAudit: appendRoleChange, actorOf, recordRead },
    // In demo mode everybody can be an admin.
    allowUnconfirmed: config.demo,
  })
  await photoRoutes(app, {
    photos,
    identity,
    recordUpload: (tx, request, url) => recordAuditFor(request)(tx, 'upload-photo', url),
  })
  doctorRoutes(app, { db, changeRules: ruleChanges.change, identity, photos, recordAuditFor })
  calendarChangeRoutes(app, {
    db,
    identity,
    readRules: async () => calendar.rules(),
    ruleChanges,
    today: () => clinicToday(clock(), config.clinic.timeZone),
    removeDoctor: (tx, email) => removeDoctorIn(tx, email, photos.release),
    recordAuditFor,
    recordRead,
  })
  attentionRoutes(app, {
    db,
    identity,
    timeZone: config.clinic.timeZone,
    clock,
    bookings: {
      findUpcoming,
      listUpcomingOn,
      reschedule: rescheduleBooking,
      override: overrideBooking,
      cancel: (tx, id) => cancelAndRefund({ requestRefund: refundCancelled(features.payments) }, tx, id),
    },
    listMisfits: ruleChanges.listMisfits,
    namesOfDoctors: () => namesOfDoctors(db),
    recordAuditFor,
    recordRead,
    onChanged: async ({ action }) => {
      calendar.invalidateAll()
      sendNotices()
      if (action === 'cancel') await reconcileSoon(features.jobs, db)
    },
  })
  addDeskRoutes(app, deps, features, {
    recordRead,
    recordAuditFor,
    onChanged: (dates) => {
      dates.forEach(calendar.invalidate)
      sendNotices()
    },
  })
  feedRoutes(app, { db, identity, clock, addresses: feedAddresses, calendarClinic: config, recordAuditFor })
  auditRoutes(app, { db, identity, recordRead })
}

async function addPageRoutes(app: App, deps: AppDeps, { identity, calendar }: Features) {
  const { config, siteFolder } = deps
  const https = config.publicUrl.startsWith('https:')
  const headers = securityHeaders({ https }).page
  const { name } = config.clinic
  if (config.apiReference) await referencePage(app, { title: name, headers })
  discoveryRoutes(app, { name, publicUrl: config.publicUrl })
  fontRoutes(app)
  const card = await cardOnPages(config)
  const data = siteFolder && (await openPageData(deps, calendar, card))
  const site = data ? readSite(siteFolder, { ...data, card, https }) : undefined
  await siteRoutes(app, { site, headers, maybeSignedIn: identity.maybeSignedIn })
}
