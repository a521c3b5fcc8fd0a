import type { FastifyBaseLogger, FastifyRequest } from 'fastify'
import type { AuditAction } from '#contract/audit.ts'
import { clinicToday } from '#contract/kit/time/clinic-date.ts'
import { openSecurityLog } from './access/security-log.ts'
import { auditRoutes } from './audit/routes.ts'
import { appendAudit, listRoleChanges } from './audit/store.ts'
import { accountRoutes } from './auth/account/routes.ts'
import { authOptions, openAuth, type SendMail } from './auth/better-auth.ts'
import { arrangeDemoAdmin } from './auth/demo/demo.ts'
import { identityOf } from './auth/identity.ts'
import { openPasswordCalls } from './auth/password/calls.ts'
import { callbackPath, openProviders } from './auth/provider/provider.ts'
import { providerRoutes } from './auth/provider/routes.ts'
import { resetLink } from './auth/reset/reset.ts'
import { authRoutes } from './auth/routes.ts'
import { accessTokens } from './auth/token.ts'
import { bookingRoutes, toResponse } from './booking/routes.ts'
import type { Config } from './config/config.ts'
import { openLimits } from './database/attempts.ts'
import type { Database, Db } from './database/db.ts'
import { answers } from './database/ping.ts'
import { doctorRoutes } from './doctor/routes.ts'
import { addSampleDoctors } from './doctor/samples.ts'
import type { App } from './http/app-type.ts'
import { openEdge } from './http/edge/edge.ts'
import { healthRoutes } from './http/health.ts'
import { describeRoutes } from './http/openapi/describe.ts'
import { referencePage } from './http/reference.ts'
import { securityHeaders } from './http/security.ts'
import { addMail, startMail } from './mail/mail.ts'
import { openTransport, outboxFolder } from './mail/transport.ts'
import { noLimits } from './payment/limits.ts'
import { cardProvider } from './payment/provider.ts'
import type { Receipt } from './payment/receipt.ts'
import { paymentRoutes } from './payment/routes.ts'
import { startReconciliation } from './payment/settlement/reconcile.ts'
import { openPhotos } from './photo/open.ts'
import { photoRoutes } from './photo/routes.ts'
import { standInAccount } from './sandbox/google/account.ts'
import { standInRoutes } from './sandbox/google/routes.ts'
import { outboxRoutes } from './sandbox/outbox/routes.ts'
import { openStripeSandbox } from './sandbox/stripe/sandbox.ts'
import { discoveryRoutes } from './site/discovery/discovery.ts'
import { fontRoutes } from './site/fonts.ts'
import { readSite } from './site/pages.ts'
import { publicClinic } from './site/public-clinic.ts'
import { siteRoutes } from './site/routes.ts'
import { findAvailable, openAvailability } from './treatment/availability.ts'
import { slotState } from './treatment/opening.ts'
import { treatmentRoutes } from './treatment/routes.ts'
import { userAdminRoutes } from './user/admin-routes.ts'
import { userRoutes } from './user/routes.ts'

/** What the app is made of. `clock` tells the time; tests hand in their own. */
export type AppParts = {
  config: Config
  database: Database
  secret: string
  log: FastifyBaseLogger
  clock: () => Date
  /** Where `npm run build` left the pages; undefined when something else serves them. */
  siteFolder: string | undefined
}

/** The whole server, ready to listen: each feature gets its parts here and nowhere else. `app.close()` ends what it opened;
 *  the database stays its owner's. */
export async function openApp({ config, database, secret, log, clock, siteFolder }: AppParts): Promise<App> {
  const { db } = database
  const { clinic, publicUrl, origins } = config
  const https = publicUrl.startsWith('https:')
  const headers = securityHeaders({ https })
  const readableOutbox = config.demo && !config.smtpUrl
  const shownClinic = publicClinic(config)
  const site = siteFolder && readSite(siteFolder, shownClinic, https)

  const sendMail: SendMail = async (request) => {
    await addMail(db, request)
    mail.wake()
  }
  const security = openSecurityLog(log, secret)
  const options = authOptions(db, config, secret, log, sendMail, (subject) =>
    security.record('password-changed', { kind: 'reset', subject }),
  )
  const auth = openAuth(options)
  const account = config.google ?? standInAccount({ publicUrl, secret })
  const openProvider = openProviders(options, account, log)
  const mail = startMail({
    db,
    log,
    sender: config,
    transport: openTransport(config),
    resetLink: (recipient) => resetLink(auth, recipient, publicUrl),
  })
  const appendRoleChange: typeof appendAudit = async (tx, entry) => {
    await appendAudit(tx, entry)
    security.record('role-changed', { kind: entry.action, subject: entry.subject, actor: entry.email })
  }
  await arrangeDemoAdmin(config.demo, { auth, db, log, audit: { listRoleChanges, append: appendRoleChange } })
  const tokens = accessTokens(secret, publicUrl)
  const identity = identityOf(auth, tokens, db, ({ id, method, routeOptions }, subject) =>
    security.record('admin-refused', {
      kind: subject ? 'not-an-admin' : 'not-signed-in',
      requestId: id,
      subject,
      route: `${method} ${routeOptions.url}`,
    }),
  )
  const limits = openLimits(db, secret)
  const passwordCalls = openPasswordCalls(limits, { enabled: config.rateLimit, demo: config.demo })
  const sandbox = config.stripe ? undefined : await openStripeSandbox({ db, secret, log, publicUrl })
  const cardAccount = config.stripe ?? sandbox?.account
  if (!cardAccount) throw new Error('There is neither an account for cards nor a sandbox')
  const payment = {
    db,
    log,
    cards: cardProvider(cardAccount),
    publicUrl,
    limits: config.rateLimit ? limits : noLimits,
    addReceipt: (tx: Db, receipt: Receipt) => addMail(tx, { kind: 'receipt', ...receipt }),
    onPaid: mail.wake,
  }
  const reconciliation = startReconciliation(payment)
  const photos = openPhotos({ ...config, db, log })
  if (config.demo) await addSampleDoctors(db, photos.keepHere)
  const bookingWindow = { timeZone: clinic.timeZone, horizonDays: config.booking.horizonDays }
  const availability = await openAvailability({
    listen: database.listen,
    find: (date, now) => findAvailable(db, date, now, bookingWindow),
    timeZone: clinic.timeZone,
    clock,
  })

  const app = await openEdge(config, log)
  app.addHook('preHandler', ({ id }, _reply, done) => security.within(id, done))
  app.addHook('onClose', availability.close)
  app.addHook('onClose', reconciliation.close)
  if (sandbox) {
    app.addHook('onListen', async () => sandbox.startWebhooks(`${app.listeningOrigin}/webhook/stripe`))
    app.addHook('onClose', sandbox.close)
  }
  app.addHook('onClose', mail.close)
  app.addHook('onClose', photos.close)

  await describeRoutes(app, { title: clinic.name, identity })
  healthRoutes(app, { isReady: () => answers(db) })
  authRoutes(app, { auth, identity, publicUrl, passwordCalls, security })
  accountRoutes(app, { auth, db, identity, publicUrl, sendMail, passwordCalls, security })
  providerRoutes(app, { open: openProvider, publicUrl, origins, security })
  if (!config.google) {
    await standInRoutes(app, { publicUrl, secret, origins, callbackPath, siteName: clinic.name, log })
  }
  userRoutes(app, { db, identity, issueToken: tokens.issue })
  userAdminRoutes(app, { db, identity, appendAudit: appendRoleChange })
  treatmentRoutes(app, { db, availability })
  bookingRoutes(app, {
    db,
    identity,
    rules: {
      slotState: (date, slot) => slotState(date, slot, clock(), bookingWindow),
      today: () => clinicToday(clock(), clinic.timeZone),
      maxUpcoming: config.booking.maxUpcoming,
    },
    onBooked: availability.forget,
  })
  await sandbox?.routes(app)
  paymentRoutes(app, { ...payment, identity, toResponse })
  const tellFor = (request: FastifyRequest) => (tx: Db, action: AuditAction, subject: string) => {
    const { userId, email } = identity.caller(request)
    return appendAudit(tx, { userId, email, clientAddress: request.ip, action, subject })
  }
  await photoRoutes(app, { photos, identity, tell: (tx, request, url) => tellFor(request)(tx, 'upload-photo', url) })
  doctorRoutes(app, { db, identity, photos, tellFor })
  auditRoutes(app, { db, identity })
  if (readableOutbox) outboxRoutes(app, { folder: outboxFolder(config.dataDir), publicUrl })
  if (config.apiReference) await referencePage(app, { title: clinic.name, headers: headers.page })
  discoveryRoutes(app, shownClinic)
  fontRoutes(app)
  await siteRoutes(app, { site: site || undefined, headers: headers.page, maybeSignedIn: identity.maybeSignedIn })
  return app
}
