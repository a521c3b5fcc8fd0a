import { randomUUID } from 'node:crypto'
import { and, eq, gt, inArray } from 'drizzle-orm'
import { addDays, formatMediumDate, type IsoDate } from '#contract/kit/time/clinic-date.ts'
import { accessTokens } from '#server/auth/token.ts'
import { openLinkTokens } from '#server/booking/link/token.ts'
import { account, session } from '#server/database/schema/auth.ts'
import { doctor } from '#server/database/schema/doctor.ts'
import { user } from '#server/database/schema/user.ts'
import type { TestApp } from '../app.ts'
import { intentIn } from '../payment.ts'
import { cameraPhoto, upload } from '../photos.ts'
import { bearerOf, cookieOf, retryWhileBusy } from '../sessions.ts'
import type { Credential, Proof, Role } from './requests.ts'
import { own, ownAppointment, ownLink } from './requests.ts'
import type { Known } from './values.ts'

type Headers = { authorization?: string; cookie?: string }
type Sender = {
  email: string
  userId: string
  sessionId: string
  /** Ids of upcoming appointments, at least one. */
  appointments: string[]
  headers: Record<Credential, Headers>
}
/** The senders of each role with each credential. */
export type Senders = Record<Role, Sender>

const ownPassword = 'a long secret 7'
const slots = ['08.00 AM - 08.30 AM', '09.30 AM - 10.00 AM', '02.00 PM - 02.30 PM', '04.30 PM - 05.00 PM']
const halfHours = [...slots, '08.30 AM - 09.00 AM', '10.00 AM - 10.30 AM', '01.00 PM - 01.30 PM', '04.00 PM - 04.30 PM']
const nobody: Sender = {
  email: own,
  userId: '',
  sessionId: '',
  appointments: [],
  headers: { valid: {}, expired: {}, forged: {}, foreign: {} },
}

/** Signs one person up for each role, with so many appointments each. */
export async function openSenders(server: TestApp, appointments: number): Promise<Senders> {
  const [patient, other] = [await openSender(server, { appointments }), await openSender(server, { appointments })]
  return { nobody, patient, other, admin: await openAdmin(server, { appointments }) }
}

/** Signs new people up for those whose session has ended, whose account is gone, or who are no admin any more. */
export async function replaceSignedOut(server: TestApp, senders: Senders): Promise<void> {
  const rows = await server.database.db
    .select({ id: session.id, role: user.role })
    .from(session)
    .innerJoin(user, eq(user.id, session.userId))
    .where(
      and(
        inArray(
          session.id,
          Object.values(senders).map(({ sessionId }) => sessionId),
        ),
        gt(session.expiresAt, new Date()),
      ),
    )
  const roles = new Map(rows.map(({ id, role }) => [id, role]))
  for (const role of ['patient', 'other', 'admin'] as const) {
    const { sessionId, appointments } = senders[role]
    const found = roles.get(sessionId)
    if (role === 'admin' ? found === 'admin' : found) continue
    const open = role === 'admin' ? openAdmin : openSender
    senders[role] = await open(server, { appointments: appointments.length })
  }
}

/** Puts a sender's email, one of their appointments and its link in the place of the placeholders. `number` chooses the appointment. */
export function fillIn(text: string, server: TestApp, { email, userId, appointments }: Sender, number: number): string {
  const id = appointments[number % Math.max(1, appointments.length)] ?? ownAppointment
  return text
    .replaceAll(own, email)
    .replaceAll(encodeURIComponent(own), encodeURIComponent(email))
    .replaceAll(ownAppointment, id)
    .replaceAll(ownLink, () => openLinkTokens(server.secret).issue({ id, patientId: userId }))
}

/** Returns the headers that prove who sends a request. */
export function headersOf({ headers }: Sender, credential: Credential, proof: Proof): Headers {
  const { authorization, cookie } = headers[credential]
  return {
    ...(authorization && proof !== 'cookie' && { authorization }),
    ...(cookie && proof !== 'token' && { cookie }),
  }
}

async function openAdmin(server: TestApp, options?: Partial<typeof usual>): Promise<Sender> {
  const sender = await openSender(server, options)
  await server.database.db.update(user).set({ role: 'admin' }).where(eq(user.email, sender.email))
  return sender
}

const usual = { password: ownPassword, phone: '+1 555 0100', appointments: 4 }

async function openSender(server: TestApp, given: Partial<typeof usual> = {}): Promise<Sender> {
  const options = { ...usual, ...given }
  const { password } = options
  const email = `person-${randomUUID()}@example.org`
  const { cookie } = await server.signUp({ name: 'Ann', email, password })
  await server.database.db.update(user).set({ emailVerified: true }).where(eq(user.email, email))
  const valid = { cookie, ...(await bearerOf(server, cookie, email)) }
  const [found] = await sessionsOf(server, email)
  if (!found) throw new Error('the sign-up has opened no session')
  const claims = { userId: found.userId, sessionId: found.id, email }
  const tokenOf = async (secret: string, issuer: string) => `Bearer ${await accessTokens(secret, issuer).issue(claims)}`
  const appointments: string[] = []
  for (let each = 0; each < options.appointments; each += 1)
    appointments.push(await book(server, { email, valid, phone: options.phone }))
  const altered = cookie.replace(/.{6}$/, 'AAAAA%3D')
  return {
    email,
    userId: found.userId,
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
  const victim = await openSender(server, { password: 'a secret that no request has', phone: '+1 555 0173 9911' })
  const sender = await openSender(server)
  const db = server.database.db
  const canaries = { secrets: [server.secret], personal: ['Quillfeather', '555 0173 9911', victim.email] }
  await db.update(user).set({ name: 'Mildred Quillfeather' }).where(eq(user.email, victim.email))
  for (const { userId, token } of await sessionsOf(server, victim.email)) {
    const [stored] = await db.select().from(account).where(eq(account.userId, userId))
    canaries.secrets.push(token, stored?.password ?? 'none')
  }
  const treatments = (await server.app.inject('/service')).json<{ _id: string; name: string; price: number }[]>()
  const [hidden = '', open = ''] = [victim.appointments[0], sender.appointments[0]]
  const intent = await requestIntent(server, sender, open, treatments[0]?.price)
  const feed = await server.app.inject({ method: 'PUT', url: '/calendar/feed', headers: sender.headers.valid })
  const ids = [hidden, open, ...treatments.slice(0, 1).map(({ _id }) => _id), sender.userId, randomUUID()]
  const file = feed.json<{ url: string }>().url.split('/').at(-1)
  return {
    canaries,
    known: knownValues({
      ids,
      treatments,
      emails: [own, own, own, victim.email],
      intent,
      file,
      hidden,
      ...(await plantClinic(server, treatments[0]?.name ?? '')),
    }),
  }
}

/** Adds dentists and a photo, and returns their ids and addresses. */
async function plantClinic(server: TestApp, specialty: string) {
  const { headers } = await openAdmin(server)
  const answer = await upload(server, { ...headers.valid }, await cameraPhoto())
  const { url: uploaded } = answer.json<{ data: { url: string } }>().data
  const doctors = Array.from({ length: 30 }, (_, each) => `doctor-${each}@example.org`)
  for (const email of doctors) {
    const payload = { name: 'Dana', email, specialty, img: uploaded }
    const added = await server.app.inject({ method: 'POST', url: '/doctor', headers: headers.valid, payload })
    if (added.statusCode !== 201) throw new Error(`no doctor was added: ${added.body}`)
  }
  const rows = await server.database.db.select({ id: doctor.id }).from(doctor)
  return { doctors, doctorIds: rows.map(({ id }) => id), image: uploaded.split('/').at(-1) ?? '' }
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
    const date = formatMediumDate(addDays('2026-04-01' as IsoDate, booked % 250))
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
  hidden: string
  doctors: string[]
  doctorIds: string[]
  image: string
  file: string | undefined
}

function knownValues({ ids, treatments, emails, intent, file, hidden, doctors, doctorIds, image }: Found): Known {
  const [first] = treatments
  const treatmentIds = [...Array<string | undefined>(8).fill(first?._id), randomUUID()]
  const appointments = [...Array<string>(8).fill(ownAppointment), hidden]
  return {
    treatmentId: treatmentIds,
    treatment: treatmentIds,
    id: ids,
    'booking/id': appointments,
    'appointments/id': appointments,
    'attention/id': appointments,
    'image/id': [image, image, image, randomUUID()],
    'doctor/id': doctorIds,
    'doctor/email': doctors,
    doctor: doctorIds,
    appointment: appointments,
    date: ['May', 'Jun', 'Jul'].flatMap((month) => Array.from({ length: 28 }, (_, day) => `${month} ${day + 1}, 2026`)),
    slot: slots,
    price: [first?.price],
    cancelled: ['true', 'false'],
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
    token: [ownLink, ownLink, ownLink, 'a token that nobody issued'],
    file: [file, `${randomUUID()}.ics`],
    from: ['/appointment', 'booked', 'arrived'],
    before: ['1'],
    version: [1, 2, 3],
  }
}
