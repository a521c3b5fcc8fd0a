import { feedRoutes } from '#server/appointment/feed-routes.ts'
import { calendarFileRoutes } from '#server/appointment/file-routes.ts'
import { linkPaymentRoutes } from '#server/appointment/link-payment-routes.ts'
import { appointmentLinkRoutes } from '#server/appointment/link-routes.ts'
import { appointmentRoutes } from '#server/appointment/routes.ts'
import { auditRoutes } from '#server/audit/routes.ts'
import { emailRoutes } from '#server/auth/account/email-routes.ts'
import { accountRoutes } from '#server/auth/account/routes.ts'
import { passkeyRoutes } from '#server/auth/passkey-routes.ts'
import { providerRoutes } from '#server/auth/provider/routes.ts'
import { renewSignatures } from '#server/auth/renewed-cookies.ts'
import { authRoutes } from '#server/auth/routes.ts'
import { secondFactorRoutes } from '#server/auth/second-factor/routes.ts'
import { staffAccountRoutes } from '#server/auth/staff/routes.ts'
import { bookingRoutes } from '#server/booking/routes.ts'
import { calendarRoutes } from '#server/calendar/routes.ts'
import { absenceRequestRoutes } from '#server/calendar-change/absence-request-routes.ts'
import { calendarChangeRoutes } from '#server/calendar-change/routes.ts'
import { timeZoneRoute } from '#server/calendar-change/time-zone-routes.ts'
import { clinicRoutes } from '#server/clinic/routes.ts'
import { isResponding } from '#server/database/ping.ts'
import { demoRoutes } from '#server/demo/routes.ts'
import { attentionRoutes } from '#server/desk/attention-routes.ts'
import { callRoutes } from '#server/desk/call-routes.ts'
import { staffCancelRoute } from '#server/desk/cancel-routes.ts'
import { comingOfAgeRoutes } from '#server/desk/coming-of-age-routes.ts'
import { deskEventRoutes } from '#server/desk/events-routes.ts'
import { forPatientRoutes } from '#server/desk/for-patient-routes.ts'
import { deskRoutes } from '#server/desk/routes.ts'
import { weekRoutes } from '#server/desk/week-routes.ts'
import { doctorRoutes } from '#server/doctor/routes.ts'
import type { App } from '#server/http/app-type.ts'
import { openEdge } from '#server/http/edge/edge.ts'
import { healthRoutes } from '#server/http/health.ts'
import { withinRequest } from '#server/http/log/request-id.ts'
import { describeRoutes } from '#server/http/openapi/describe.ts'
import { referencePage } from '#server/http/reference.ts'
import { securityHeaders } from '#server/http/security.ts'
import { messageRoutes } from '#server/message/routes.ts'
import { outsideServiceRoutes } from '#server/outside-service/routes.ts'
import { accountPatientRoutes } from '#server/patient/account-patient-routes.ts'
import { tieRoutes } from '#server/patient/tie/routes.ts'
import { patientImportRoutes } from '#server/patient-import/routes.ts'
import { deskPaymentRoutes } from '#server/payment/desk/routes.ts'
import { receiptRoutes } from '#server/payment/receipt/routes.ts'
import { refundRoutes } from '#server/payment/refund/routes.ts'
import { paymentRoutes } from '#server/payment/routes.ts'
import { paymentSearchRoutes } from '#server/payment/search/routes.ts'
import { tillRoutes } from '#server/payment/till/routes.ts'
import { photoRoutes } from '#server/photo/routes.ts'
import { erasureRoutes } from '#server/privacy/erasure/routes.ts'
import { exportRoutes } from '#server/privacy/export/routes.ts'
import { recallDeskRoutes } from '#server/recall/desk-routes.ts'
import { recallLinkRoutes } from '#server/recall/link-routes.ts'
import { recallStopRoutes } from '#server/recall/stop-routes.ts'
import { recordRoutes } from '#server/record/routes.ts'
import { exportBooksRoutes } from '#server/report/export/routes.ts'
import { reportRoutes } from '#server/report/routes.ts'
import { setUpRoute } from '#server/set-up/routes.ts'
import { discoveryRoutes } from '#server/site/discovery/discovery.ts'
import { fontRoutes } from '#server/site/fonts.ts'
import { readSite } from '#server/site/pages.ts'
import { openRendering } from '#server/site/rendering.ts'
import { siteRoutes } from '#server/site/routes.ts'
import { staffRoutes } from '#server/staff/routes.ts'
import { textCodeRoutes } from '#server/text-message/code-routes.ts'
import { textRoutes } from '#server/text-message/routes.ts'
import { userAdminRoutes } from '#server/user/admin-routes.ts'
import { userRoutes } from '#server/user/routes.ts'
import { waitingListDeskRoutes } from '#server/waiting-list/desk-routes.ts'
import { waitingListRoutes } from '#server/waiting-list/routes.ts'
import { offerLinkRoutes } from '#server/waiting-list/taking/link-routes.ts'
import type { AppDeps } from './deps.ts'
import { openPageData } from './pages/page-data.ts'
import { readyRoute } from './ready/routes.ts'
import { cardOnPages } from './sandbox.ts'
import type { Services } from './services.ts'

/** Opens the HTTP app with all routes. Its `close` also closes the services. */
export async function openHttp(deps: AppDeps, services: Services): Promise<App> {
  const { config, database, log, draining } = deps
  const app = await openEdge(config, log, {
    instrument: services.telemetry.instrument,
    onLimited: (client, kind) => services.security.record('requests-limited', { kind, client }),
  })
  app.addHook('preHandler', ({ id }, _reply, done) => withinRequest(id, done))
  acceptPreviousSecret(app, deps)
  closeWith(app, services)
  await services.telemetry.listen(app, services)
  await describeRoutes(app, { title: async () => (await services.clinic()).name })
  healthRoutes(app, { isReady: () => isResponding(database), secret: deps.secret, draining })
  await addFeatures(app, services)
  readyRoute(app, { ...services, config, database })
  await services.sandbox.addRoutes(app)
  await addPageRoutes(app, deps, services)
  return app
}

async function addFeatures(app: App, services: Services) {
  auditRoutes(app, services)
  authRoutes(app, services)
  accountRoutes(app, services)
  emailRoutes(app, services)
  secondFactorRoutes(app, services)
  passkeyRoutes(app, services)
  providerRoutes(app, services)
  staffAccountRoutes(app, services)
  userRoutes(app, services)
  userAdminRoutes(app, services)
  staffRoutes(app, services)
  await photoRoutes(app, services)
  doctorRoutes(app, services)
  calendarRoutes(app, services)
  bookingRoutes(app, services)
  paymentRoutes(app, services)
  receiptRoutes(app, services)
  refundRoutes(app, services)
  deskPaymentRoutes(app, services)
  paymentSearchRoutes(app, services)
  tillRoutes(app, services)
  appointmentRoutes(app, services)
  appointmentLinkRoutes(app, services)
  linkPaymentRoutes(app, services)
  calendarFileRoutes(app, services)
  feedRoutes(app, services)
  recallLinkRoutes(app, services)
  await recallStopRoutes(app, services)
  recallDeskRoutes(app, services)
  calendarChangeRoutes(app, services)
  absenceRequestRoutes(app, services)
  clinicRoutes(app, services)
  messageRoutes(app, services)
  outsideServiceRoutes(app, services)
  textRoutes(app, services)
  textCodeRoutes(app, services)
  setUpRoute(app, services)
  timeZoneRoute(app, services)
  deskRoutes(app, services)
  weekRoutes(app, services)
  deskEventRoutes(app, services)
  forPatientRoutes(app, services)
  accountPatientRoutes(app, services)
  tieRoutes(app, services)
  await patientImportRoutes(app, services)
  staffCancelRoute(app, services)
  attentionRoutes(app, services)
  callRoutes(app, services)
  comingOfAgeRoutes(app, services)
  waitingListRoutes(app, services)
  waitingListDeskRoutes(app, services)
  offerLinkRoutes(app, services)
  recordRoutes(app, services)
  reportRoutes(app, services)
  exportBooksRoutes(app, services)
  exportRoutes(app, services)
  erasureRoutes(app, services)
  demoRoutes(app, services)
}

function acceptPreviousSecret(app: App, { config: { previousSecret }, secret }: AppDeps) {
  if (previousSecret === undefined) return
  app.addHook('onRequest', async ({ headers }) => {
    if (headers.cookie) headers.cookie = renewSignatures(headers.cookie, { current: secret, previous: previousSecret })
  })
}

function closeWith(app: App, { calendar, security, sandbox: { stripe }, stopJobs }: Services) {
  if (stripe) app.addHook('onListen', () => stripe.startWebhooks(`${app.listeningOrigin}/webhook/stripe`))
  app.addHook('onClose', async () => {
    security.flush()
    await calendar.close()
    // Before the sandbox closes, because a running job may call it.
    await stopJobs()
    await stripe?.close()
  })
}

async function addPageRoutes(app: App, deps: AppDeps, { identity, tokens, calendar, clinic, outside }: Services) {
  const { config, siteFolder } = deps
  const https = config.publicUrl.startsWith('https:')
  const headers = securityHeaders({ https }).page
  if (config.apiReference) await referencePage(app, { title: (await clinic()).name, headers })
  discoveryRoutes(app, { clinic, publicUrl: config.publicUrl })
  fontRoutes(app)
  const card = await cardOnPages(config)
  const { maybeSignedIn } = identity
  if (!siteFolder) return siteRoutes(app, { site: undefined, headers, maybeSignedIn })
  const data = await openPageData(deps, { calendar, accounts: outside.current }, card)
  const site = readSite(siteFolder, { ...data, card, https })
  const renderPage = openRendering(siteFolder, { app, clinic: data.clinic, tokens, log: deps.log })
  await siteRoutes(app, { site, headers, renderPage, maybeSignedIn, signInReason: data.signInReason })
}
