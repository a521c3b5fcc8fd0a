import type { FastifyBaseLogger } from 'fastify'
import { openSecurityLog, type SecurityLog } from '#server/access/security-log.ts'
import { appendAudit, listRoleChanges } from '#server/audit/store.ts'
import { authOptions, openAuth, type SendMail } from '#server/auth/better-auth.ts'
import { arrangeDemoAdmin } from '#server/auth/demo/demo.ts'
import { identityOf } from '#server/auth/identity.ts'
import { openPasswordCalls } from '#server/auth/password/calls.ts'
import { openProviders } from '#server/auth/provider/provider.ts'
import { accessTokens } from '#server/auth/token.ts'
import type { Config } from '#server/config/config.ts'
import { openLimits } from '#server/database/attempts.ts'
import type { Database, Db } from '#server/database/db.ts'
import { addSampleDoctors } from '#server/doctor/samples.ts'
import { type Jobs, openJobs } from '#server/jobs/jobs.ts'
import { addMail, emails } from '#server/mail/jobs.ts'
import { noLimits } from '#server/payment/limits.ts'
import { cardProvider } from '#server/payment/provider.ts'
import type { Receipt } from '#server/payment/receipt.ts'
import { openPhotos } from '#server/photo/open.ts'
import { standInAccount } from '#server/sandbox/google/account.ts'
import { openStripeSandbox } from '#server/sandbox/stripe/sandbox.ts'
import { findAvailable, openAvailability } from '#server/treatment/availability.ts'

/** Dependencies of the app. `clock` returns the current time; tests pass their own. */
export type AppDeps = {
  config: Config
  database: Database
  secret: string
  log: FastifyBaseLogger
  clock: () => Date
  /** The folder that `npm run build` wrote the pages to; undefined when another process serves them. */
  siteFolder: string | undefined
}

/** Opens what several features share or what must be open before the first request. */
export async function openFeatures(deps: AppDeps) {
  const { config, database, secret, log, clock } = deps
  const { db } = database
  const security = openSecurityLog(log, secret)
  const limits = openLimits(db, secret)
  const jobs = await openJobs({ database, log })
  const sendMail: SendMail = async (request) => {
    await addMail(db, jobs, request)
    jobs.wake(emails)
  }
  const accounts = openAccounts(deps, { security, sendMail })
  await arrangeDemoAdmin(config.demo, {
    auth: accounts.auth,
    db,
    log,
    audit: { listRoleChanges, append: accounts.appendRoleChange },
  })
  const photos = openPhotos({ ...config, db, log })
  if (config.demo) await addSampleDoctors(db, photos.keepHere)
  const { timeZone } = config.clinic
  const bookingWindow = { timeZone, horizonDays: config.booking.horizonDays }
  const availability = await openAvailability({
    listen: database.listen,
    find: (date, now) => findAvailable(db, date, now, bookingWindow),
    timeZone,
    clock,
  })
  return {
    ...accounts,
    security,
    jobs,
    sendMail,
    photos,
    bookingWindow,
    availability,
    passwordCalls: openPasswordCalls(limits, { enabled: config.rateLimit, demo: config.demo }),
    payments: await openPayments(deps, { limits, jobs }),
  }
}
export type Features = Awaited<ReturnType<typeof openFeatures>>

function openAccounts(
  { config, database: { db }, secret, log }: AppDeps,
  { security, sendMail }: { security: SecurityLog; sendMail: SendMail },
) {
  const { publicUrl } = config
  const options = authOptions(db, config, secret, log, sendMail, (subject) =>
    security.record('password-changed', { kind: 'reset', subject }),
  )
  const auth = openAuth(options)
  const openProvider = openProviders(options, config.google ?? standInAccount({ publicUrl, secret }), log)
  const appendRoleChange: typeof appendAudit = async (tx, entry) => {
    await appendAudit(tx, entry)
    security.record('role-changed', { kind: entry.action, subject: entry.subject, actor: entry.email })
  }
  const tokens = accessTokens(secret, publicUrl)
  const identity = identityOf(auth, tokens, db, ({ id, method, routeOptions }, subject) =>
    security.record('admin-refused', {
      kind: subject ? 'not-an-admin' : 'not-signed-in',
      requestId: id,
      subject,
      route: `${method} ${routeOptions.url}`,
    }),
  )
  return { auth, openProvider, appendRoleChange, tokens, identity }
}

async function openPayments(
  { config, database: { db }, secret, log }: AppDeps,
  { limits, jobs }: { limits: ReturnType<typeof openLimits>; jobs: Jobs },
) {
  const { publicUrl } = config
  const sandbox = config.stripe ? undefined : await openStripeSandbox({ db, jobs, secret, log, publicUrl })
  const account = config.stripe ?? sandbox?.account
  if (!account) throw new Error('There is neither an account for cards nor a sandbox')
  const deps = {
    db,
    log,
    cards: cardProvider(account),
    publicUrl,
    limits: config.rateLimit ? limits : noLimits,
    addReceipt: (tx: Db, receipt: Receipt) => addMail(tx, jobs, { kind: 'receipt', ...receipt }),
    onPaid: () => jobs.wake(emails),
  }
  return { deps, sandbox }
}
