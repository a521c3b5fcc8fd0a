import { changesAt } from '#contract/booking/patient-changes.ts'
import { openSecurityLog, type SecurityLog } from '#server/access/security-log.ts'
import { openFeedAddresses } from '#server/appointment/feed-address.ts'
import { openLinkTokens } from '#server/appointment/link-token.ts'
import { addEarlierReminders } from '#server/appointment/notice-store.ts'
import { openReadLog } from '#server/audit/read-log.ts'
import { appendAudit, listRoleChanges } from '#server/audit/store.ts'
import { authOptions, openAuth, type SendMail } from '#server/auth/better-auth.ts'
import { demoAdmin, syncDemoAdmin } from '#server/auth/demo.ts'
import { createIdentity } from '#server/auth/identity.ts'
import { openPasskeyAuth } from '#server/auth/passkey.ts'
import { openPasswordCalls } from '#server/auth/password/calls.ts'
import { callbackPath, openProviderAuth, type ProviderAccount } from '#server/auth/provider/provider.ts'
import { renewEncryption } from '#server/auth/renewed-encryption-store.ts'
import { accessTokens } from '#server/auth/token.ts'
import { readPolicy } from '#server/booking/move-store.ts'
import {
  findAnyBooking,
  findBooking,
  hasUnpaidBooking,
  lockBooking,
  lockUnpaidBookings,
  markPaid,
  moveBooking,
  saveRefunds,
} from '#server/booking/store.ts'
import { findOutside, listBookedDays, listUpcomingById, listUpcomingOn } from '#server/booking/upcoming-queries.ts'
import { calendarQueries, openCalendar } from '#server/calendar/calendar.ts'
import { replaceDoctorHours } from '#server/calendar/store.ts'
import { openRuleChanges } from '#server/calendar-change/change.ts'
import { openLimits } from '#server/database/attempts.ts'
import { seed } from '#server/database/seed.ts'
import { addSampleDoctors } from '#server/doctor/samples.ts'
import { clientNetwork } from '#server/http/limits/client-network.ts'
import { type Jobs, openJobs } from '#server/jobs/jobs.ts'
import { addMail, emails } from '#server/mail/jobs.ts'
import { outboxFolder } from '#server/mail/transport.ts'
import type { Bookings, PaymentDeps } from '#server/payment/deps.ts'
import { noLimits } from '#server/payment/limits.ts'
import { type CardAccount, cardProvider } from '#server/payment/provider.ts'
import { openPhotos } from '#server/photo/open.ts'
import type { Report } from '#server/telemetry/report.ts'
import { listUsersById } from '#server/user/store.ts'
import type { AppDeps } from './deps.ts'
import { openDeskEvents, publishingTo } from './desk/events.ts'
import { openSandbox } from './sandbox.ts'
import { openTelemetry } from './telemetry.ts'

/** Opens the services that several features share or that must be ready before the first request. */
export async function openFeatures(deps: AppDeps) {
  const { config, database, secret, log, clock } = deps
  const { db } = database
  const security = openSecurityLog(log, secret)
  const limits = openLimits(db, secret)
  if (config.previousSecret) await renewEncryption(db, { current: secret, previous: config.previousSecret })
  const telemetry = await openTelemetry(deps)
  const { report } = telemetry
  const jobs = await openJobs({ database, log, onRun: report.job })
  const sendMail: SendMail = async (request) => {
    await addMail(db, jobs, request)
    jobs.wake(emails)
  }
  const sandbox = await openSandbox(deps, jobs, { callbackPath, outboxFolder: outboxFolder(config.dataDir) })
  const accounts = openAccounts(deps, { security, sendMail, google: sandbox.accounts.google })
  await syncDemoAdmin(config.demo, {
    auth: accounts.auth,
    db,
    log,
    audit: { listRoleChanges, append: accounts.appendRoleChange },
  })
  const photos = await openPhotos({ ...config, db, log })
  // A clinic of patients enters its own treatments and doctors.
  if (config.demo) {
    await seed(db)
    await addSampleDoctors(db, { insertPicture: photos.insert, replaceHours: replaceDoctorHours })
  }
  const { timeZone } = config.clinic
  const dayEvents = openDeskEvents(db)
  const calendar = await openCalendar({
    listen: publishingTo(dayEvents, database.listen),
    queries: calendarQueries(db, timeZone),
    clock,
  })
  const ruleChanges = openRuleChanges({
    db,
    timeZone,
    clock,
    bookings: {
      listDays: listBookedDays,
      findOutside,
      listById: listUpcomingById,
      listOn: listUpcomingOn,
      move: moveBooking,
      addReminders: addEarlierReminders,
    },
    onChanged: calendar.invalidateAll,
  })
  return {
    ...accounts,
    telemetry,
    sandbox,
    security,
    limits,
    jobs,
    sendMail,
    photos,
    calendar,
    dayEvents,
    recordRead: openReadLog({ db, clock }),
    ruleChanges,
    linkTokens: openLinkTokens(secret, config.previousSecret),
    feedAddresses: openFeedAddresses(secret, config.publicUrl, config.previousSecret),
    passwordCalls: openPasswordCalls(limits, { enabled: config.rateLimit, demo: config.demo }),
    payments: paymentDeps(deps, { account: sandbox.accounts.cards, limits, jobs, report }),
  }
}
export type Features = Awaited<ReturnType<typeof openFeatures>>

function openAccounts(
  { config, database: { db }, secret, log }: AppDeps,
  { security, sendMail, google }: { security: SecurityLog; sendMail: SendMail; google: ProviderAccount },
) {
  const { publicUrl } = config
  const options = authOptions(db, config, secret, log, sendMail, {
    onSignIn: (subject, kind) => security.record('signed-in', { kind, subject }),
    onReset: (subject) => security.record('password-changed', { kind: 'reset', subject }),
  })
  const auth = openAuth(options)
  const providerAuthAt = openProviderAuth(options, google, log)
  const appendRoleChange: typeof appendAudit = async (tx, entry) => {
    await appendAudit(tx, entry)
    security.record('role-changed', { kind: entry.action, subject: entry.target, actor: entry.actor })
  }
  const tokens = accessTokens(secret, publicUrl, config.previousSecret)
  const needsSecondFactor = (email: string) =>
    config.secondFactorRequired && !(config.demo && email === demoAdmin.email)
  const onAdminRefused: Parameters<typeof createIdentity>[0]['onAdminRefused'] = (
    { id, ip, method, routeOptions },
    caller,
  ) =>
    security.record('admin-refused', {
      kind: !caller ? 'not-signed-in' : caller.lacksSecondFactor ? 'no-second-factor' : 'not-an-admin',
      requestId: id,
      subject: caller?.email,
      route: `${method} ${routeOptions.url}`,
      client: clientNetwork(ip),
    })
  const identity = createIdentity({ auth, tokens, db, needsSecondFactor, onAdminRefused })
  const passkeyAuth = openPasskeyAuth(options, config.clinic.name, config.origins)
  return { auth, passkeyAuth, providerAuthAt, appendRoleChange, tokens, identity }
}

function paymentDeps(
  { config, database: { db }, log, clock }: AppDeps,
  {
    account,
    limits,
    jobs,
    report,
  }: { account: CardAccount; limits: ReturnType<typeof openLimits>; jobs: Jobs; report: Report },
): PaymentDeps {
  return {
    db,
    bookings: payableBookings,
    log,
    cards: cardProvider(account),
    publicUrl: config.publicUrl,
    limits: config.rateLimit ? limits : noLimits,
    addReceipt: (tx, receipt) =>
      addMail(tx, jobs, { kind: 'refunded' in receipt ? 'refunded' : 'receipt', ...receipt }),
    findEmail: async (db, patientId) => (await listUsersById(db, [patientId]))[0]?.email,
    changesOf: async (tx, booking) => changesAt(booking, await readPolicy(tx), clock()).state,
    onPaid: () => {
      report.payment()
      jobs.wake(emails)
    },
  }
}

/** The booking feature's functions that payment uses. */
export const payableBookings: Bookings = {
  find: findBooking,
  findAny: findAnyBooking,
  hasUnpaid: hasUnpaidBooking,
  lock: lockBooking,
  lockUnpaid: lockUnpaidBookings,
  markPaid,
  saveRefunds,
}
