import rateLimit from '@fastify/rate-limit'
import underPressure from '@fastify/under-pressure'
import Fastify, { type FastifyBaseLogger, type FastifyReply, type FastifyRequest, LogController } from 'fastify'
import { serializerCompiler, validatorCompiler, type ZodTypeProvider } from 'fastify-type-provider-zod'
import type { AuditAction } from '#contract/audit.ts'
import { auditRoutes } from './audit/routes.ts'
import { appendAudit } from './audit/store.ts'
import { accountRoutes } from './auth/account/routes.ts'
import { authOptions, openAuth, type SendMail } from './auth/better-auth.ts'
import { arrangeDemoAdmin } from './auth/demo.ts'
import { identityOf } from './auth/identity.ts'
import { callbackPath, openProviders } from './auth/provider/provider.ts'
import { providerRoutes } from './auth/provider/routes.ts'
import { resetLink } from './auth/reset.ts'
import { authRoutes } from './auth/routes.ts'
import { accessTokens } from './auth/token.ts'
import { bookingRoutes, onTheWire } from './booking/routes.ts'
import type { Config } from './config.ts'
import type { Database, Db } from './database/open.ts'
import { answers } from './database/ping.ts'
import { doctorRoutes } from './doctor/routes.ts'
import { addSampleDoctors } from './doctor/samples.ts'
import type { App } from './http/app-type.ts'
import { closeWithLastRequest } from './http/closing.ts'
import { discoveryRoutes } from './http/discovery.ts'
import { healthRoutes, isHealthCall } from './http/health.ts'
import { readSite } from './http/pages.ts'
import { answerErrorsWithProblems, ProblemError, sendProblem } from './http/problem.ts'
import { describeRoutes, referencePage } from './http/reference.ts'
import { sameOriginOnly } from './http/same-origin.ts'
import { securityHeaders } from './http/security.ts'
import { siteRoutes } from './http/site.ts'
import { addMail, startMail } from './mail/mail.ts'
import { openTransport, outboxFolder } from './mail/transport.ts'
import { cardProvider } from './payment/provider.ts'
import type { Receipt } from './payment/receipt.ts'
import { startReconciliation } from './payment/reconcile.ts'
import { paymentRoutes } from './payment/routes.ts'
import { openPhotos } from './photo/open.ts'
import { photoRoutes } from './photo/routes.ts'
import { publicClinic } from './public-clinic.ts'
import { standInAccount } from './sandbox/google/account.ts'
import { standInRoutes } from './sandbox/google/routes.ts'
import { outboxRoutes } from './sandbox/outbox/routes.ts'
import { openStripeSandbox } from './sandbox/stripe/sandbox.ts'
import { findAvailable, openAvailability } from './treatment/availability.ts'
import { opennessOf } from './treatment/opening.ts'
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
  const readableOutbox = config.demo && !config.smtpUrl
  const shownClinic = publicClinic(config)
  const site = siteFolder && readSite(siteFolder, shownClinic, https, config.imageHost?.pictures)

  const sendMail: SendMail = async (request) => {
    await addMail(db, request)
    mail.wake()
  }
  const options = authOptions(db, config, secret, log, sendMail)
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
  await arrangeDemoAdmin(auth, db, config.demo)
  const tokens = accessTokens(secret, publicUrl)
  const identity = identityOf(auth, tokens, db)
  const sandbox = config.stripe ? undefined : await openStripeSandbox({ db, secret, log, publicUrl })
  const cardAccount = config.stripe ?? sandbox?.account
  if (!cardAccount) throw new Error('There is neither an account for cards nor a sandbox')
  const payment = {
    db,
    log,
    cards: cardProvider(cardAccount),
    publicUrl,
    addReceipt: (tx: Db, receipt: Receipt) => addMail(tx, { kind: 'receipt', ...receipt }),
    onPaid: mail.wake,
  }
  const reconciliation = startReconciliation(payment)
  const photos = openPhotos({ ...config, db, log })
  if (config.demo) await addSampleDoctors(db, photos.keepHere)
  const availability = await openAvailability({
    listen: database.listen,
    find: (date, now) => findAvailable(db, date, now, clinic.timeZone),
    timeZone: clinic.timeZone,
    clock,
  })

  const app: App = Fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: config.trustProxy,
    bodyLimit: 64 * 1024,
    requestTimeout: 30_000,
    forceCloseConnections: 'idle',
  }).withTypeProvider<ZodTypeProvider>()
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)
  answerErrorsWithProblems(app)
  closeWithLastRequest(app)
  app.addHook('onClose', availability.close)
  app.addHook('onClose', reconciliation.close)
  if (sandbox) {
    app.addHook('onListen', async () => sandbox.startWebhooks(`${app.listeningOrigin}/webhook/stripe`))
    app.addHook('onClose', sandbox.close)
  }
  app.addHook('onClose', mail.close)
  app.addHook('onClose', photos.close)
  if (config.logLevel === 'debug' || config.logLevel === 'trace') app.addHook('onResponse', logAnswer)

  const headers = securityHeaders({ https })
  app.addHook('onRequest', (_request, reply, done) => {
    reply.headers(headers.answer)
    done()
  })
  if (config.rateLimit) {
    await app.register(underPressure, { maxEventLoopDelay: 3_000, retryAfter: 5, pressureHandler: refuseWhenBusy })
    await app.register(rateLimit, {
      max: 600,
      timeWindow: '1 minute',
      errorResponseBuilder: tooMany,
      allowList: (request) => request.url.startsWith('/assets/'),
    })
  }
  app.addHook('onRequest', sameOriginOnly(origins))

  await describeRoutes(app, { title: clinic.name, publicUrl })
  healthRoutes(app, { isReady: () => answers(db) })
  authRoutes(app, { auth, identity, publicUrl })
  accountRoutes(app, { auth, db, identity, publicUrl, sendMail })
  providerRoutes(app, { open: openProvider, publicUrl, origins })
  if (!config.google) {
    await standInRoutes(app, { publicUrl, secret, origins, callbackPath, siteName: clinic.name, log })
  }
  userRoutes(app, { db, identity, issueToken: tokens.issue })
  userAdminRoutes(app, { db, identity, appendAudit })
  treatmentRoutes(app, { db, availability })
  bookingRoutes(app, {
    db,
    identity,
    opennessOf: (date, slot) => opennessOf(date, slot, clock(), clinic.timeZone),
    onBooked: availability.forget,
  })
  await sandbox?.routes(app)
  paymentRoutes(app, { ...payment, identity, onTheWire })
  const tellFor = (request: FastifyRequest) => (tx: Db, action: AuditAction, subject: string) => {
    const { userId, email } = identity.caller(request)
    return appendAudit(tx, { userId, email, clientAddress: request.ip, action, subject })
  }
  await photoRoutes(app, { photos, identity, tell: (tx, request, url) => tellFor(request)(tx, 'upload-photo', url) })
  doctorRoutes(app, { db, identity, photos, tellFor })
  auditRoutes(app, { db, identity })
  if (readableOutbox) outboxRoutes(app, { folder: outboxFolder(config.dataDir), publicUrl })
  await referencePage(app, { title: clinic.name })
  discoveryRoutes(app, shownClinic)
  await siteRoutes(app, { site: site || undefined, headers: headers.page, maybeSignedIn: identity.maybeSignedIn })
  return app
}

// Shedding load is no fault and is not logged; a process that is only busy lives, and its health calls say so.
function refuseWhenBusy(request: FastifyRequest, reply: FastifyReply) {
  if (isHealthCall(request)) return
  sendProblem(reply, 503, 'The clinic is very busy at the moment. Nothing was changed; please try again.')
}

function logAnswer({ method, url, log }: FastifyRequest, { statusCode, elapsedTime }: FastifyReply, done: () => void) {
  log.debug({ method, path: url.split('?')[0], status: statusCode, ms: elapsedTime }, 'answered')
  done()
}

function tooMany() {
  return new ProblemError(429, 'Too many requests from your network. Please wait a minute and try again.')
}
