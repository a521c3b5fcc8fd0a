import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { type DestinationStream, pino } from 'pino'
import type { Role } from '#contract/access/roles.ts'
import { openApp } from '#server/app.ts'
import { giveRole } from '#server/auth/role-store.ts'
import { accessTokens } from '#server/auth/token.ts'
import { readConfig } from '#server/config/config.ts'
import { session } from '#server/database/schema/auth.ts'
import { patientUser } from '#server/database/schema/patient.ts'
import { user } from '#server/database/schema/user.ts'
import { openLog } from '#server/http/log/log.ts'
import { built } from '#testbed/built.ts'
import { sampleClinic } from '#testbed/sample-clinic.ts'
import { freshDatabase, type TestDatabase } from './database.ts'
import { withLateNotifications } from './late-notifications.ts'
import { cookieOf, retryWhileBusy } from './sessions.ts'

const testSecret = 'a secret that only tests know, 32 characters and more'

/** The current time in tests: Mar 10, 2026, 10:00 AM at the clinic in New York. */
const testNow = new Date('2026-03-10T14:00:00Z')

type Options = {
  database?: TestDatabase
  env?: Record<string, string>
  clock?: () => Date
  /** Destination of the log; `LOG_LEVEL` is `silent` unless `env` sets it. */
  logTo?: DestinationStream
  secret?: string
  /** Whether the app serves the pages; builds them if necessary. */
  pages?: boolean
}

/** Opens the whole app on its own database. Requests go through `app.inject`, without a port. The app hears late of
 *  what others commit: a test that writes rules or bookings past it awaits `heard`. */
export async function openTestApp({
  database,
  env = {},
  clock = () => testNow,
  logTo = pino.destination(1),
  secret = testSecret,
  pages = false,
}: Options = {}) {
  const opened = database ?? (await freshDatabase())
  const dataDir = mkdtempSync(join(tmpdir(), 'clinic-app-'))
  const defaults = { ...sampleClinic, RATE_LIMIT: 'off', LOG_LEVEL: 'silent', DEMO: 'off', SANDBOX: 'stripe,google' }
  const config = readConfig({ DATA_DIR: dataDir, ...defaults, ...env })
  const log = openLog(config.logLevel, logTo)
  const siteFolder = pages ? (await built()).pages : undefined
  const { database: late, heard } = withLateNotifications(opened)
  const app = await openApp({ config, database: late, secret, log, clock, siteFolder })
  const tokens = accessTokens(secret, config.publicUrl)
  const origin = config.publicUrl

  return {
    app,
    config,
    database: opened,
    origin,
    secret,
    log,
    heard,
    close: async () => {
      await app.close()
      rmSync(dataDir, { recursive: true, force: true })
      if (!database) await opened.close()
    },
    /** Inserts a user with a confirmed email and a session, and issues an access token, without a request. */
    person: async (options: NewPerson = {}) => {
      const person = await insertPerson(opened, options)
      const token = await tokens.issue(person)
      return { ...person, token, bearer: { authorization: `Bearer ${token}` } }
    },
    /** Signs a user up as the page does; `cookie` is the session cookie. */
    signUp: async (person: { name: string; email: string; password: string }) => {
      const answer = await retryWhileBusy(() =>
        app.inject({ method: 'POST', url: '/api/auth/sign-up/email', headers: { origin }, payload: person }),
      )
      return { answer, cookie: cookieOf(answer) }
    },
  }
}
export type TestApp = Awaited<ReturnType<typeof openTestApp>>

/** `doctorId`: the doctor of a dentist. */
type NewPerson = { role?: Role; name?: string; doctorId?: string }

async function insertPerson({ db }: TestDatabase, { role = 'patient', name = 'Ann Patient', doctorId }: NewPerson) {
  const userId = randomUUID()
  const sessionId = randomUUID()
  const email = `${userId}@example.org`
  await db.insert(user).values({ id: userId, name, email, emailVerified: true })
  if (role !== 'patient') await db.transaction((tx) => giveRole(tx, userId, { role, doctorId }))
  const expiresAt = new Date(Date.now() + 86_400_000)
  const [own] = await db.select().from(patientUser).where(eq(patientUser.userId, userId))
  if (!own) throw new Error('The account has no patient')
  await db.insert(session).values({ id: sessionId, token: randomUUID(), userId, expiresAt })
  return { userId, patientId: own.patientId, sessionId, email, name }
}
