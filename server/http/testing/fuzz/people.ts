import { randomUUID } from 'node:crypto'
import { and, eq, gt, inArray, isNull } from 'drizzle-orm'
import { addDays, formatMediumDate } from '#contract/kit/time/clinic-date.ts'
import { accessTokens } from '#server/auth/token.ts'
import { session } from '#server/database/schema/auth.ts'
import { patient, patientUser } from '#server/database/schema/patient.ts'
import { user } from '#server/database/schema/user.ts'
import type { TestApp } from '#server/testing/app.ts'
import { openFormerLinks } from '#server/testing/former-link.ts'
import { bearerOf, cookieOf, retryWhileBusy } from '#server/testing/sessions.ts'
import { makeStaff } from '#server/testing/staff.ts'
import type { Credential, Proof, Role } from './requests.ts'
import { own, ownAppointment, ownLink, ownPatient } from './requests.ts'

type Headers = { authorization?: string; cookie?: string }
/** An account and its proofs. */
export type Sender = {
  email: string
  userId: string
  /** The account's own patient. */
  patientId: string
  sessionId: string
  /** Ids of upcoming appointments, at least one. */
  appointments: string[]
  headers: Record<Credential, Headers>
}
/** The senders of each role with each credential. */
export type Senders = Record<Role, Sender>

export const ownPassword = 'a long secret 7'
export const slots = ['08.00 AM - 08.30 AM', '09.30 AM - 10.00 AM', '02.00 PM - 02.30 PM', '04.30 PM - 05.00 PM']
const halfHours = [...slots, '08.30 AM - 09.00 AM', '10.00 AM - 10.30 AM', '01.00 PM - 01.30 PM', '04.00 PM - 04.30 PM']
const nobody: Sender = {
  email: own,
  userId: '',
  patientId: '',
  sessionId: '',
  appointments: [],
  headers: { valid: {}, expired: {}, forged: {}, foreign: {} },
}

/** Signs one person up for each role, with so many appointments each. */
export async function openSenders(server: TestApp, appointments: number): Promise<Senders> {
  const [patient, other] = [await openSender(server, { appointments }), await openSender(server, { appointments })]
  return { nobody, patient, other, admin: await openAdmin(server, { appointments }) }
}

/** Signs new people up for those whose session has ended, whose account is gone, whose record is closed because they
 *  have died, or who are no admin any more. */
export async function replaceSignedOut(server: TestApp, senders: Senders): Promise<void> {
  const ids = Object.values(senders).map(({ sessionId }) => sessionId)
  const rows = await server.database.db
    .select({ id: session.id, role: user.role })
    .from(session)
    .innerJoin(user, eq(user.id, session.userId))
    .innerJoin(patientUser, and(eq(patientUser.userId, user.id), eq(patientUser.relation, 'self')))
    .innerJoin(patient, and(eq(patient.id, patientUser.patientId), isNull(patient.diedAt)))
    .where(and(inArray(session.id, ids), gt(session.expiresAt, new Date())))
  const roles = new Map(rows.map(({ id, role }) => [id, role]))
  for (const role of ['patient', 'other', 'admin'] as const) {
    const { sessionId, appointments } = senders[role]
    const found = roles.get(sessionId)
    if (role === 'admin' ? found === 'admin' : found) continue
    const open = role === 'admin' ? openAdmin : openSender
    senders[role] = await open(server, { appointments: appointments.length })
  }
}

/** Puts a sender's email, their patient, one of their appointments and its link in the place of the placeholders.
 *  `number` chooses the appointment. */
export function fillIn(
  text: string,
  server: TestApp,
  { email, patientId, appointments }: Sender,
  number: number,
): string {
  const id = appointments[number % Math.max(1, appointments.length)] ?? ownAppointment
  return text
    .replaceAll(own, email)
    .replaceAll(encodeURIComponent(own), encodeURIComponent(email))
    .replaceAll(ownPatient, patientId)
    .replaceAll(ownAppointment, id)
    .replaceAll(ownLink, () => openFormerLinks(server.secret).issue({ id, patientId }))
}

/** Returns the headers that prove who sends a request. */
export function headersOf({ headers }: Sender, credential: Credential, proof: Proof): Headers {
  const { authorization, cookie } = headers[credential]
  return {
    ...(authorization && proof !== 'cookie' && { authorization }),
    ...(cookie && proof !== 'token' && { cookie }),
  }
}

/** Signs an admin up. */
export async function openAdmin(server: TestApp, options?: Partial<typeof usual>): Promise<Sender> {
  const sender = await openSender(server, options)
  await makeStaff(server.database.db, sender.email)
  return sender
}

const usual = { password: ownPassword, phone: '+1 555 0100', appointments: 4 }

/** Signs a patient up, with upcoming appointments. */
export async function openSender(server: TestApp, given: Partial<typeof usual> = {}): Promise<Sender> {
  const options = { ...usual, ...given }
  const { password } = options
  const email = `person-${randomUUID()}@example.org`
  const { cookie } = await server.signUp({ name: 'Ann', email, password })
  await server.database.db.update(user).set({ emailVerified: true }).where(eq(user.email, email))
  const valid = { cookie, ...(await bearerOf(server, cookie, email)) }
  const [found] = await sessionsOf(server, email)
  if (!found) throw new Error('the sign-up has opened no session')
  const [self] = await server.database.db.select().from(patientUser).where(eq(patientUser.userId, found.userId))
  const claims = { userId: found.userId, sessionId: found.id, email }
  const tokenOf = async (secret: string, issuer: string) => `Bearer ${await accessTokens(secret, issuer).issue(claims)}`
  const appointments: string[] = []
  for (let each = 0; each < options.appointments; each += 1)
    appointments.push(await book(server, { email, valid, phone: options.phone }))
  const altered = cookie.replace(/.{6}$/, 'AAAAA%3D')
  return {
    email,
    userId: found.userId,
    patientId: self?.patientId ?? '',
    sessionId: found.id,
    appointments,
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

/** Returns the sessions of an account. */
export function sessionsOf({ database: { db } }: TestApp, email: string) {
  return db
    .select({ id: session.id, userId: session.userId, token: session.token })
    .from(session)
    .innerJoin(user, eq(user.id, session.userId))
    .where(eq(user.email, email))
}

let booked = 0

/** Books the first treatment at a time that is free. */
async function book(
  { app }: TestApp,
  { email, valid, phone }: { email: string; valid: Headers; phone: string },
): Promise<string> {
  const [{ _id: treatmentId, price } = { _id: '', price: 0 }] = (await app.inject('/service')).json()
  let why = ''
  for (let tries = 0; tries < 50; tries += 1) {
    booked += 1
    const date = formatMediumDate(addDays('2026-04-01', booked % 250))
    const payload = {
      treatmentId,
      price,
      date,
      slot: halfHours[Math.floor(booked / 250) % halfHours.length],
      patient: email,
      phone,
    }
    const made = await app.inject({ method: 'POST', url: '/booking', headers: valid, payload })
    if (made.statusCode === 201) return made.json<{ booking: { _id: string } }>().booking._id
    why = made.body
  }
  throw new Error(`no time is free: ${why}`)
}
