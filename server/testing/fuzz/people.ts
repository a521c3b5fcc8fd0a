import { randomUUID } from 'node:crypto'
import { and, eq, gt, inArray } from 'drizzle-orm'
import { accessTokens } from '#server/auth/token.ts'
import { openLinkTokens } from '#server/booking/link/token.ts'
import { account, session } from '#server/database/schema/auth.ts'
import { user } from '#server/database/schema/user.ts'
import type { TestApp } from '../app.ts'
import { intentIn } from '../payment.ts'
import { bearerOf, cookieOf, retryWhileBusy } from '../sessions.ts'
import type { Credential, Proof, Role } from './requests.ts'
import { own } from './requests.ts'
import type { Known } from './values.ts'

type Headers = { authorization?: string; cookie?: string }
type Sender = { email: string; sessionId: string; headers: Record<Credential, Headers> }
/** The senders of each role with each credential. */
export type Senders = Record<Role, Sender>

const ownPassword = 'a long secret 7'
const slots = ['08.00 AM - 08.30 AM', '09.30 AM - 10.00 AM', '02.00 PM - 02.30 PM', '04.30 PM - 05.00 PM']
const nobody: Sender = { email: own, sessionId: '', headers: { valid: {}, expired: {}, forged: {}, foreign: {} } }

/** Signs one person up for each role. */
export async function openSenders(server: TestApp): Promise<Senders> {
  const [patient, other, admin] = [await openSender(server), await openSender(server), await openAdmin(server)]
  return { nobody, patient, other, admin }
}

/** Signs new people up for those whose session has ended, whose account is gone, or who are no admin any more. */
export async function replaceSignedOut(server: TestApp, senders: Senders): Promise<void> {
  const ids = Object.values(senders).map(({ sessionId }) => sessionId)
  const rows = await server.database.db
    .select({ id: session.id, role: user.role })
    .from(session)
    .innerJoin(user, eq(user.id, session.userId))
    .where(and(inArray(session.id, ids), gt(session.expiresAt, new Date())))
  const roles = new Map(rows.map(({ id, role }) => [id, role]))
  for (const role of ['patient', 'other'] as const)
    if (!roles.has(senders[role].sessionId)) senders[role] = await openSender(server)
  if (roles.get(senders.admin.sessionId) !== 'admin') senders.admin = await openAdmin(server)
}

/** Returns the headers that prove who sends a request. */
export function headersOf({ headers }: Sender, credential: Credential, proof: Proof): Headers {
  const { authorization, cookie } = headers[credential]
  return {
    ...(authorization && proof !== 'cookie' && { authorization }),
    ...(cookie && proof !== 'token' && { cookie }),
  }
}

async function openAdmin(server: TestApp): Promise<Sender> {
  const sender = await openSender(server)
  await server.database.db.update(user).set({ role: 'admin' }).where(eq(user.email, sender.email))
  return sender
}

async function openSender(server: TestApp, password = ownPassword): Promise<Sender> {
  const email = `person-${randomUUID()}@example.org`
  const { cookie } = await server.signUp({ name: 'Ann', email, password })
  await server.database.db.update(user).set({ emailVerified: true }).where(eq(user.email, email))
  const valid = { cookie, ...(await bearerOf(server, cookie, email)) }
  const [found] = await sessionsOf(server, email)
  if (!found) throw new Error('the sign-up has opened no session')
  const claims = { userId: found.userId, sessionId: found.id, email }
  const tokenOf = async (secret: string, issuer: string) => `Bearer ${await accessTokens(secret, issuer).issue(claims)}`
  const altered = cookie.replace(/.{6}$/, 'AAAAA%3D')
  return {
    email,
    sessionId: found.id,
    headers: {
      valid,
      expired: await expiredHeaders(server, email, password),
      forged: {
        cookie: altered,
        authorization: await tokenOf('the secret of somebody else, 32 letters', server.origin),
      },
      foreign: { cookie: altered, authorization: await tokenOf(server.secret, 'https://other.example') },
    },
  }
}

/** Signs in once more, and ends that session. */
async function expiredHeaders(server: TestApp, email: string, password: string): Promise<Headers> {
  const before = (await sessionsOf(server, email)).map(({ id }) => id)
  const answer = await retryWhileBusy(() =>
    server.app.inject({
      method: 'POST',
      url: '/api/auth/sign-in/email',
      headers: { origin: server.origin },
      payload: { email, password },
    }),
  )
  const cookie = cookieOf(answer)
  const headers = { cookie, ...(await bearerOf(server, cookie, email)) }
  const [added] = (await sessionsOf(server, email)).filter(({ id }) => !before.includes(id))
  await server.database.db
    .update(session)
    .set({ expiresAt: new Date(Date.now() - 1_000) })
    .where(eq(session.id, added?.id ?? ''))
  return headers
}

function sessionsOf({ database: { db } }: TestApp, email: string) {
  return db
    .select({ id: session.id, userId: session.userId, token: session.token })
    .from(session)
    .innerJoin(user, eq(user.id, session.userId))
    .where(eq(user.email, email))
}

/** What answers must not contain. `secrets` are for nobody, `personal` is for admins only: data of a patient who sends no requests. */
export type Canaries = { secrets: string[]; personal: string[] }

/** Adds a patient with an appointment, and returns what must not leak of them. Also returns values for requests: of the sender, of
 *  others, and unknown ones. */
export async function plantKnown(server: TestApp): Promise<{ known: Known; canaries: Canaries }> {
  const victim = await openSender(server, 'a secret that no request has')
  const sender = await openSender(server)
  const db = server.database.db
  const canaries = { secrets: [server.secret], personal: ['Quillfeather', '555 0173 9911', victim.email] }
  await db.update(user).set({ name: 'Mildred Quillfeather' }).where(eq(user.email, victim.email))
  for (const { userId, token } of await sessionsOf(server, victim.email)) {
    const [stored] = await db.select().from(account).where(eq(account.userId, userId))
    canaries.secrets.push(token, stored?.password ?? 'none')
  }
  const treatments = (await server.app.inject('/service')).json<{ _id: string; name: string; price: number }[]>()
  const book = async ({ email, headers }: Sender, date: string, phone: string) => {
    const [{ _id: treatmentId, price } = { _id: '', price: 0 }] = treatments
    const payload = { treatmentId, price, date, slot: slots[0], patient: email, phone }
    const made = await server.app.inject({ method: 'POST', url: '/booking', headers: headers.valid, payload })
    return made.json<{ booking: { _id: string } }>().booking._id
  }
  const [hidden, open] = [await book(victim, 'Aug 4, 2026', '+1 555 0173 9911'), await book(sender, 'Aug 5, 2026', '')]
  const intent = await requestIntent(server, sender, open, treatments[0]?.price)
  const [patientId = ''] = (await sessionsOf(server, sender.email)).map(({ userId }) => userId)
  const link = openLinkTokens(server.secret).issue({ id: open, patientId })
  const feed = await server.app.inject({ method: 'PUT', url: '/calendar/feed', headers: sender.headers.valid })
  const ids = [hidden, open, ...treatments.slice(0, 1).map(({ _id }) => _id), patientId, randomUUID()]
  const file = feed.json<{ url: string }>().url.split('/').at(-1)
  return {
    canaries,
    known: knownValues({ ids, treatments, emails: [own, own, own, victim.email], intent, link, file }),
  }
}

async function requestIntent({ app }: TestApp, { headers }: Sender, appointment: string, price: number | undefined) {
  const payload = { price, appointment }
  const made = await app.inject({ method: 'POST', url: '/create-payment-intent', headers: headers.valid, payload })
  return intentIn(made.json<{ clientSecret: string }>().clientSecret)
}

type Found = {
  ids: string[]
  treatments: { _id: string; name: string; price: number }[]
  emails: string[]
  intent: string
  link: string
  file: string | undefined
}

function knownValues({ ids, treatments, emails, intent, link, file }: Found): Known {
  const [first] = treatments
  const treatmentIds = [first?._id, first?._id, randomUUID()]
  return {
    treatmentId: treatmentIds,
    treatment: treatmentIds,
    id: ids,
    appointment: ids,
    requestId: [randomUUID(), randomUUID()],
    date: Array.from({ length: 28 }, (_, day) => `Jun ${day + 1}, 2026`),
    slot: slots,
    price: [first?.price],
    month: ['2026-05', '2026-06'],
    email: emails,
    patient: emails,
    password: [ownPassword],
    currentPassword: [ownPassword],
    newPassword: [ownPassword, 'another long secret'],
    phone: ['+1 212 555 0142', ''],
    specialty: ['', first?.name],
    img: ['https://img.example/1.webp'],
    search: ['ann', 'person', '0142'],
    page: [1, 2],
    limit: [1, 50],
    transactionId: [intent, 'pi_unknown'],
    token: [link, 'a token that nobody issued'],
    file: [file, `${randomUUID()}.ics`],
    from: ['/appointment', 'booked', 'arrived'],
    before: ['1'],
    version: [1, 2, 3],
  }
}
