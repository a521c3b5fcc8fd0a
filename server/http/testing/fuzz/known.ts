import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { account } from '#server/database/schema/auth.ts'
import { doctor } from '#server/database/schema/doctor.ts'
import { patient } from '#server/database/schema/patient.ts'
import { patientImport } from '#server/database/schema/patient-import.ts'
import { user } from '#server/database/schema/user.ts'
import type { TestApp } from '#server/testing/app.ts'
import { intentIn } from '#server/testing/payment.ts'
import { cameraPhoto, upload } from '#server/testing/photos.ts'
import { openAdmin, openSender, ownPassword, type Sender, sessionsOf, slots } from './people.ts'
import { own, ownAppointment, ownLink, ownPatient } from './requests.ts'
import type { Known } from './values.ts'

/** What answers must not contain. `secrets` are for nobody, `personal` is for admins only: data of a patient who sends
 *  no requests. */
export type Canaries = { secrets: string[]; personal: string[] }

/** Adds a patient with an appointment, and returns what must not leak of them. Also returns values for requests: of the
 *  sender, of others, and unknown ones. */
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
      imports: await plantImports(server),
      patients: await plantPatients(server),
      hiddenPatient: victim.patientId,
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

/** Adds imports that are over, and returns their ids. */
async function plantImports({ database }: TestApp): Promise<string[]> {
  const file = {
    fileName: 'patients.csv',
    fileHash: 'x',
    encoding: 'utf-8' as const,
    delimiter: ',',
    headings: ['Name'],
  }
  const values = Array.from({ length: 10 }, () => ({
    ...{ ...file, id: randomUUID(), kind: 'patients' as const, state: 'imported' as const },
    ...{ columns: ['name' as const], dateOrder: 'month-first' as const, userId: 'x', actor: 'x', ip: '192.0.2.1' },
  }))
  await database.db.insert(patientImport).values(values)
  return values.map(({ id }) => id)
}

/** Adds patients without accounts, and returns their ids. */
async function plantPatients({ database }: TestApp): Promise<string[]> {
  const values = Array.from({ length: 40 }, (_, n) => ({
    id: randomUUID(),
    name: `Paula ${n}`,
    contact: 'phone' as const,
  }))
  await database.db.insert(patient).values(values)
  return values.map(({ id }) => id)
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
  imports: string[]
  patients: string[]
  hiddenPatient: string
}

function knownValues(found: Found): Known {
  const { ids, treatments, emails, intent, file, hidden, doctors, doctorIds, image, imports, patients } = found
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
    'patient-imports/id': imports,
    kind: ['patients', 'appointments'],
    'patients/id': [...patients, ...patients.map(() => ownPatient), found.hiddenPatient],
    patientId: [...Array<string>(8).fill(ownPatient), found.hiddenPatient],
    former: patients,
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
    ...{ 'reports/from': ['2026-05-01'], 'reports/to': ['2026-06-30'] },
    ...{ 'exports/from': ['2026-05-01'], 'exports/to': ['2026-06-30'] },
    'desk/from': ['May 4, 2026'],
    before: ['1'],
    version: [1, 2, 3],
  }
}
