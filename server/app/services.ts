import { join } from 'node:path'
import type { ClinicData } from '#contract/clinic.ts'
import { openSecurityLog, type SecurityLog } from '#server/access/security-log.ts'
import { openSigner } from '#server/access/signature.ts'
import { openFeedAddresses } from '#server/appointment/feed-address.ts'
import { openLinkTokens } from '#server/appointment/link-token.ts'
import { startNotices } from '#server/appointment/notice-jobs.ts'
import { reopenNotice } from '#server/appointment/notice-store.ts'
import { isReminderDue } from '#server/appointment/reminder-store.ts'
import { openAudit } from '#server/audit/audit.ts'
import { openEmailTokens } from '#server/auth/account/email-change.ts'
import { authOptions, openAuth, resetLifetime, type SendMail } from '#server/auth/better-auth.ts'
import { claimLifetime } from '#server/auth/claim-store.ts'
import { demoAdmin, syncDemoAdmin } from '#server/auth/demo.ts'
import { createIdentity, type StaffRefused } from '#server/auth/identity.ts'
import { openPasskeyAuth } from '#server/auth/passkey.ts'
import { openPasswordCalls } from '#server/auth/password/calls.ts'
import { callbackPath, openProviderAuth, type ProviderAccount } from '#server/auth/provider/provider.ts'
import { renewEncryption } from '#server/auth/renewed-encryption-store.ts'
import { claimLink, resetLink } from '#server/auth/reset.ts'
import { accessTokens } from '#server/auth/token.ts'
import { breachedPasswords } from '#server/auth/weak/breached.ts'
import { passwordRule } from '#server/auth/weak/refuse-weak.ts'
import { calendarQueries } from '#server/calendar/caches.ts'
import { openCalendar } from '#server/calendar/calendar.ts'
import { startDepartures } from '#server/calendar-change/departures.ts'
import { openRuleChanges } from '#server/calendar-change/rule-changes.ts'
import { openLimits } from '#server/database/attempts.ts'
import { openDeskEvents, publishingTo } from '#server/desk/events.ts'
import { clientNetwork } from '#server/http/limits/client-network.ts'
import { openJobs } from '#server/jobs/jobs.ts'
import { addMail, emails, startMailJobs } from '#server/mail/jobs.ts'
import type { Sender } from '#server/mail/message/message.ts'
import { followTransport, outboxFolder } from '#server/mail/transport.ts'
import { readWords } from '#server/message/store.ts'
import type { OutsideServices } from '#server/outside-service/services.ts'
import { openRecordCodes } from '#server/patient/tie/own-record.ts'
import { openShareTokens } from '#server/patient/tie/share-token.ts'
import { startImports } from '#server/patient-import/jobs.ts'
import { noLimits } from '#server/payment/limits.ts'
import { cardProvider } from '#server/payment/provider.ts'
import { startReconciliation } from '#server/payment/settlement/jobs.ts'
import { openPhotos } from '#server/photo/open-photos.ts'
import { startRetention } from '#server/privacy/retention-jobs.ts'
import { invitationOf } from '#server/recall/invite.ts'
import { startRecalls } from '#server/recall/jobs.ts'
import { openStopTokens } from '#server/recall/stop-token.ts'
import { openRecallTokens } from '#server/recall/token.ts'
import { startFolding } from '#server/report/jobs.ts'
import { invitationUrl } from '#server/staff/invite.ts'
import { followTextProvider, textOutbox } from '#server/text-message/provider.ts'
import { textWebhook } from '#server/text-message/routes.ts'
import { startTextJobs } from '#server/text-message/send.ts'
import { isOfferCurrent } from '#server/waiting-list/offering/is-offer-current.ts'
import { startWaitingList } from '#server/waiting-list/offering/jobs.ts'
import { openOfferTokens } from '#server/waiting-list/taking/token.ts'
import type { AppDeps } from './deps.ts'
import { openSandbox } from './sandbox.ts'
import { addSampleDoctors } from './seed/sample-doctors.ts'
import { addSampleTreatments } from './seed/sample-treatments.ts'
import { openTelemetry } from './telemetry.ts'

/** Opens the services that keep a connection or a state, run in the background, or differ by setting. Features take
 *  those that they need, by these names. The background jobs run when this resolves. */
export async function openServices(deps: AppDeps, atStart: ClinicData, outside: OutsideServices) {
  const { config, database, secret, log, clock } = deps
  const { db } = database
  const { publicUrl, previousSecret } = config
  const security = openSecurityLog(log, secret)
  const limits = openLimits(db, secret)
  if (previousSecret) await renewEncryption(db, { current: secret, previous: previousSecret })
  const telemetry = await openTelemetry(deps)
  const { report } = telemetry
  const jobs = await openJobs({ database, log, onRun: report.job })
  const sendMail: SendMail = async (request) => {
    await addMail(db, jobs, request)
    jobs.wake(emails)
  }
  // A clinic of patients enters its own treatments and doctors.
  if (config.demo) {
    await addSampleTreatments(db)
    await addSampleDoctors(db)
  }
  // Beside the rest of the start, which waits for the database again and again.
  const opening = openPhotos({ ...config, db, log })
  opening.catch(() => undefined)
  const dayEvents = openDeskEvents({ isPermitted: (...asked) => accounts.identity.isPermitted(...asked) })
  const calendar = await openCalendar({
    listen: publishingTo(dayEvents, outside.following(database.listen)),
    queries: calendarQueries(db),
    readAge: database.age,
    clock,
  })
  const clinic = async () => (await calendar.rules()).clinic
  const sandbox = await openSandbox(deps, jobs, {
    callbackPath,
    outboxFolder: outboxFolder(config.dataDir),
    siteName: atStart.name,
  })
  const accounts = openAccounts(deps, { clinic, security, sendMail, google: sandbox.accounts.google })
  await syncDemoAdmin(config.demo, { auth: accounts.auth, db, log, security })
  const photos = await opening
  const services = {
    ...{ ...accounts, db, clock, log, publicUrl, clinic, demo: config.demo },
    ...{ origins: config.origins, dataDir: config.dataDir, sender: senderOf(publicUrl, clinic, outside) },
    ...{ telemetry, report, sandbox, security, limits, jobs, sendMail, photos, calendar, dayEvents },
    audit: openAudit({ db, clock, identity: accounts.identity }),
    ruleChanges: openRuleChanges({ db, calendar }),
    linkTokens: openLinkTokens(secret, previousSecret),
    recallTokens: openRecallTokens(secret, previousSecret),
    stopTokens: openStopTokens(secret, previousSecret),
    offerTokens: openOfferTokens(secret, previousSecret),
    shareTokens: openShareTokens(secret, previousSecret),
    recordCodes: openRecordCodes(secret, previousSecret),
    emailTokens: openEmailTokens(secret, previousSecret),
    codes: openSigner(secret, 'codes of text messages', previousSecret),
    feedAddresses: openFeedAddresses(secret, publicUrl, previousSecret),
    hashPassword: async (password: string) => (await accounts.auth.$context).password.hash(password),
    passwordCalls: openPasswordCalls(limits, { enabled: config.rateLimit, demo: config.demo }),
    cards: cardProvider(sandbox.accounts.cards),
    texts: followTextProvider(async () => (await outside.current()).texts, {
      statusUrl: publicUrl + textWebhook,
      outbox: textOutbox(join(config.dataDir, 'texts')),
    }),
    ...{ outside, startedWith: config.stripe },
    paymentLimits: config.rateLimit ? limits : noLimits,
  }
  return { ...services, ...(await startJobs(deps, services)) }
}
export type Services = Awaited<ReturnType<typeof openServices>>

type Clinic = () => Promise<ClinicData>

/** Returns a function that returns the sender of emails, and of calendar files, as the clinic is now. */
function senderOf(publicUrl: string, clinic: Clinic, outside: OutsideServices) {
  return async (): Promise<Sender> => {
    const now = await clinic()
    const { mailFrom } = await outside.current()
    return { publicUrl, mailFrom: mailFrom ?? (now.email || `no-reply@${new URL(publicUrl).hostname}`), clinic: now }
  }
}

function openAccounts(
  { config, database: { db }, secret, log }: AppDeps,
  {
    clinic,
    security,
    sendMail,
    google,
  }: { clinic: Clinic; security: SecurityLog; sendMail: SendMail; google: ProviderAccount },
) {
  const { publicUrl } = config
  const clinicName = async () => (await clinic()).name
  const options = authOptions(db, { ...config, clinicName }, secret, log, sendMail, {
    onSignIn: (subject, kind) => security.record('signed-in', { kind, subject }),
    onReset: (subject) => security.record('password-changed', { kind: 'reset', subject }),
  })
  const auth = openAuth(options)
  const tokens = accessTokens(secret, publicUrl, config.previousSecret)
  const needsSecondFactor = (email: string) =>
    config.secondFactorRequired && !(config.demo && email === demoAdmin.email)
  const onStaffRefused: StaffRefused = ({ id, ip, method, routeOptions }, caller) =>
    security.record('admin-refused', {
      kind: !caller ? 'not-signed-in' : caller.withheldRole ? 'no-second-factor' : 'not-an-admin',
      requestId: id,
      subject: caller?.email,
      route: `${method} ${routeOptions.url}`,
      client: clientNetwork(ip),
    })
  return {
    auth,
    tokens,
    identity: createIdentity({ auth, tokens, db, needsSecondFactor, onStaffRefused }),
    faultOf: passwordRule({
      clinicName,
      demo: config.demo,
      isBreached: breachedPasswords(config.breachedPasswordsUrl, log),
    }),
    passkeyAuth: openPasskeyAuth(options, clinicName, config.origins),
    providerAuthAt: openProviderAuth(options, google, log),
  }
}

/** Starts the background jobs of the features. To add one, declare its queue and run in the feature's `jobs.ts` and
 *  start it here. */
async function startJobs(
  { config }: AppDeps,
  services: Parameters<typeof startNotices>[0] &
    Parameters<typeof startReconciliation>[0] &
    Parameters<typeof startImports>[0] &
    Parameters<typeof startRecalls>[0] &
    Parameters<typeof startDepartures>[0] &
    Omit<Parameters<typeof startTextJobs>[1], 'notices'> &
    Parameters<typeof startWaitingList>[0] & {
      auth: ReturnType<typeof openAuth>
      sender: () => Promise<Sender>
      outside: OutsideServices
    },
) {
  const { db, log, clock, jobs, auth, publicUrl, report, sender, outside } = services
  const transport = followTransport(config, async () => (await outside.current()).smtpUrl)
  await startMailJobs(jobs, {
    ...{ db, log, transport, onAttempt: report.email },
    sender: async () => ({ ...(await sender()), words: await readWords(db) }),
    // Emails stand below the features that these functions belong to.
    passwordLink: async (kind, recipient) => {
      if (kind === 'staff-invitation') return invitationUrl(db, recipient, publicUrl)
      const found = kind === 'password-reset' && (await resetLink(auth, recipient, publicUrl, resetLifetime))
      return found || claimLink({ auth, db, publicUrl }, recipient, claimLifetime)
    },
    isReminderDue: ({ id, startsAt }, addedAt) =>
      isReminderDue(db, { id, startsAt: new Date(startsAt), addedAt }, clock()),
    invitation: (recallId, recipient) => invitationOf(services, recallId, recipient),
    isOfferCurrent: ({ id }) => isOfferCurrent(db, id, clock()),
  })
  await startReconciliation(services)
  await startImports(services)
  await startRecalls(services)
  await startFolding({ jobs, db })
  await startDepartures(services)
  await startRetention({ db, log, jobs, retention: config.retention })
  const notices = await startNotices(services)
  await startTextJobs(jobs, { ...services, notices: { ...notices, reopen: reopenNotice } })
  const waitingList = await startWaitingList(services)
  return {
    notices: {
      reopen: reopenNotice,
      /** Sends the emails about a change of appointments, and offers the times that it freed. */
      soon: () => {
        notices.soon()
        waitingList.soon()
      },
    },
    /** Stops all jobs of this process. */
    stopJobs: async () => {
      notices.close()
      waitingList.close()
      await jobs.close()
      transport.close()
    },
  }
}
