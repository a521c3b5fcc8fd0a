import { randomUUID } from 'node:crypto'
import { eq, getTableColumns, getTableName, is, sql } from 'drizzle-orm'
import { getTableConfig, PgTable } from 'drizzle-orm/pg-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { z } from 'zod'
import { personalData } from '#server/database/personal-data.ts'
import * as absenceRequestTables from '#server/database/schema/absence-request.ts'
import * as auditTables from '#server/database/schema/audit.ts'
import * as authTables from '#server/database/schema/auth.ts'
import * as backupTables from '#server/database/schema/backup.ts'
import * as bookingTables from '#server/database/schema/booking.ts'
import * as calendarTables from '#server/database/schema/calendar.ts'
import * as chargeTables from '#server/database/schema/charge.ts'
import * as clinicTables from '#server/database/schema/clinic.ts'
import * as demoTables from '#server/database/schema/demo.ts'
import * as doctorTables from '#server/database/schema/doctor.ts'
import * as heartbeatTables from '#server/database/schema/heartbeat.ts'
import * as mailTables from '#server/database/schema/mail.ts'
import * as outsideServiceTables from '#server/database/schema/outside-service.ts'
import * as patientTables from '#server/database/schema/patient.ts'
import * as importTables from '#server/database/schema/patient-import.ts'
import * as paymentTables from '#server/database/schema/payment.ts'
import * as recallTables from '#server/database/schema/recall.ts'
import * as reportTables from '#server/database/schema/report.ts'
import * as staffTables from '#server/database/schema/staff.ts'
import * as textTables from '#server/database/schema/text-message.ts'
import * as tillTables from '#server/database/schema/till.ts'
import * as treatmentTables from '#server/database/schema/treatment.ts'
import * as userTables from '#server/database/schema/user.ts'
import * as waitingTables from '#server/database/schema/waiting.ts'
import { toExported } from '#server/privacy/testing/exported-value.ts'
import { addTieRows } from '#server/privacy/testing/tie-rows.ts'
import { addWaitingRows } from '#server/privacy/testing/waiting-rows.ts'
import { clinicData } from '#server/testing/calendar/clinic.ts'
import { openTestStaff } from '#server/testing/calendar/staff.ts'
import { openTestRefunds, type TestRefunds } from '#server/testing/refunds.ts'
import { personalDataPage } from './export/html.ts'

const modules = {
  ...{ ...absenceRequestTables, ...auditTables, ...authTables, ...bookingTables, ...calendarTables, ...doctorTables },
  ...{ ...backupTables, ...clinicTables, ...mailTables, ...patientTables, ...paymentTables, ...staffTables },
  ...{ ...chargeTables, ...importTables, ...recallTables, ...reportTables, ...tillTables, ...treatmentTables },
  ...{ ...demoTables, ...heartbeatTables, ...outsideServiceTables, ...textTables, ...userTables, ...waitingTables },
}
const handling: Record<string, Record<string, string>> = personalData

type Column = { table: string; column: string; name: string; type: string; isFree: boolean; handling: string }

/** Columns whose values are codes, or by which the test finds the rows of the person. Every other text column can
 *  contain anything. */
const codes = new Set([
  ...['user.role', 'user.email', 'patient.contact', 'patientUser.relation', 'appointmentNotice.kind'],
  ...['patientUser.way', 'patientJoin.way'],
  ...['textConsent.phone', 'textConsent.endedBy', 'textConsent.provedBy', 'textMessage.kind', 'textMessage.state'],
  ...['phoneCode.phone', 'patientCall.kind', 'patientCall.fromSlot', 'block.weekdays', 'booking.status'],
  ...['booking.cancelReason', 'booking.slot', 'paymentIntent.state', 'refund.state', 'refund.reason'],
  ...['paymentLedger.kind', 'paymentLedger.intentId', 'charge.kind', 'payment.method', 'refund.method'],
  ...['mail.kind', 'mail.recipient', 'mail.result', 'verification.value', 'audit.action', 'audit.userId'],
  ...['patientImportRow.state', 'patientImportRow.likeKind', 'patientImportRow.patientId', 'patientImportRow.cells'],
  ...['waitingEntry.weekdays', 'waitingEntry.endReason', 'waitingOffer.slot', 'waitingOffer.state'],
  ...['staff.role', 'staffInvitation.email', 'staffInvitation.role', 'absenceRequest.state', 'audit.personIds'],
])

/** All columns of the schema, with what `personalData` says of them. A list of numbers has no room for a mark. */
const columns: Column[] = Object.entries(modules).flatMap(([table, value]) => {
  if (!is(value, PgTable)) return []
  const { foreignKeys } = getTableConfig(value)
  const references = new Set(foreignKeys.flatMap((key) => key.reference().columns.map(({ name }) => name)))
  return Object.entries(getTableColumns(value)).map(([column, its]) => ({
    ...{ table, column, name: its.name, type: its.columnType, handling: handling[table]?.[column] ?? 'no entry' },
    isFree:
      /^Pg(Text|Varchar|Json|Jsonb|Array)$/.test(its.columnType) &&
      its.getSQLType() !== 'integer[]' &&
      !(its.primary || references.has(its.name) || codes.has(`${table}.${column}`)),
  }))
})
const tables = new Map(Object.entries(modules).flatMap(([key, value]) => (is(value, PgTable) ? [[key, value]] : [])))
const isExported = ({ handling }: Column) => handling === 'erased' || handling.startsWith('kept: ')
const isErased = ({ handling }: Column) => handling.startsWith('erased')
const markOf = ({ table, column }: Column) => `mark ${table}.${column} `

let refunds: TestRefunds
let execute: TestRefunds['server']['database']['executeSql']

beforeAll(async () => {
  refunds = await openTestRefunds()
  execute = refunds.server.database.executeSql
})
afterAll(() => refunds.close())

/** Selects the rows of a table that are about the person `$1`, whose email is `$2`. */
function rowsOfPerson(table: string): string {
  const names = columns.filter((column) => column.table === table).map(({ name }) => name)
  const own = '(select patient_id from patient_user where user_id = $1)'
  if (table === 'user') return "id = $1 and $2 <> ''"
  if (table === 'patient') return `id in ${own} and $2 <> ''`
  if (table === 'audit') return "user_id = $1 and $2 <> ''"
  if (table === 'verification') return '(value = $1 or identifier = $2)'
  if (table === 'staffInvitation') return "email = $2 and $1 <> ''"
  if (table === 'patientJoin') return `kept_id in ${own} and $2 <> ''`
  if (names.includes('recipient')) return "recipient = $2 and $1 <> ''"
  if (names.includes('user_id')) return "user_id = $1 and $2 <> ''"
  if (names.includes('patient_id')) return `patient_id in ${own} and $2 <> ''`
  const ofPatient = (of: string) => `in (select id from ${of} where patient_id in ${own} and $2 <> '')`
  if (names.includes('intent_id')) return `intent_id ${ofPatient('payment_intent')}`
  if (names.includes('booking_id')) return `booking_id ${ofPatient('booking')}`
  return 'false and $1 <> $2'
}

const sqlName = (table: string) => `"${getTableName(tables.get(table) as PgTable)}"`

async function query(text: string, values: unknown[] = []): Promise<Record<string, unknown>[]> {
  return z.array(z.record(z.string(), z.unknown())).parse((await execute(text, values)).rows)
}

/** Adds a person who has something in every table that can be about one, with a mark in every text column. */
async function addMarkedPerson() {
  const { ann, id, intent } = await refunds.paid()
  await refunds.refundOf(20)
  await expect.poll(refunds.totals, { timeout: 20_000 }).toEqual([0, 20_00])
  const { db } = refunds.server.database
  const { userId } = ann
  const expiresAt = new Date(Date.now() + 600_000)
  await db.insert(authTables.account).values({ id: randomUUID(), accountId: 'x', providerId: 'google', userId })
  await db.insert(authTables.twoFactor).values({ id: randomUUID(), secret: '', backupCodes: '', userId })
  const device = { deviceType: '', backedUp: false, counter: 1, publicKey: '' }
  await db.insert(authTables.passkey).values({ id: randomUUID(), userId, credentialID: randomUUID(), ...device })
  await db.insert(authTables.verification).values({ id: randomUUID(), identifier: 'x', value: userId, expiresAt })
  await db.insert(bookingTables.calendarFeed).values({ id: randomUUID(), userId })
  const known = { birthDate: '1980-05-03', language: 'de', notes: 'x', contact: 'phone' } as const
  await db.update(patientTables.patient).set(known).where(eq(patientTables.patient.id, ann.patientId))
  await addTieRows(db, ann, expiresAt)
  const file = { kind: 'patients', fileName: 'x', fileHash: 'x', encoding: 'utf-8', delimiter: ',' } as const
  const read = { headings: [], columns: [], dateOrder: 'month-first' } as const
  const importId = randomUUID()
  const uploaded = { id: importId, ...file, ...read, headings: [], columns: [], userId: 'x', actor: 'x', ip: 'x' }
  await db.insert(importTables.patientImport).values(uploaded)
  const cells = [`mark patientImportRow.cells ${ann.email}`]
  await db.insert(importTables.patientImportRow).values({ importId, row: 2, cells, patientId: ann.patientId })
  await db.insert(importTables.patientOldId).values({ oldId: 'X-77', patientId: ann.patientId })
  const mail = { kind: 'receipt' as const, recipient: ann.email, details: { link: 'x' }, doneAt: new Date() }
  await db.insert(mailTables.mail).values({ id: randomUUID(), ...mail })
  const invitation = { email: ann.email, role: 'accountant' as const, expiresAt }
  await db.insert(staffTables.staffInvitation).values(invitation)
  const asked = { firstDay: '2026-05-04', lastDay: '2026-05-06', state: 'refused', reason: 'x' } as const
  const doctorId = await (await openTestStaff(refunds.server)).addDoctor('Ida', 'Teeth Cleaning')
  await db
    .insert(absenceRequestTables.absenceRequest)
    .values({ id: randomUUID(), doctorId, userId, ...asked, decidedAt: new Date() })
  await addWaitingRows(db, { bookingId: id, doctorId })
  const moved = { kind: 'moved', fromDate: '2026-05-04', fromSlot: 'x', calledAt: new Date(), calledBy: 'x' } as const
  const agreed = { patientId: ann.patientId, phone: '+12125550142', wording: 'x', givenBy: 'x' }
  await db.insert(textTables.phoneCode).values({ userId, phone: agreed.phone, codeHash: 'x' })
  await db.insert(textTables.textConsent).values({ ...agreed, endedAt: new Date(), endedBy: 'stop' })
  const text = { kind: 'moved', sequence: 1, hoursBefore: 0, startsAt: new Date(), phone: 'x', body: 'x' } as const
  await db.insert(textTables.textMessage).values({ id: randomUUID(), bookingId: id, patientId: ann.patientId, ...text })
  await db.insert(bookingTables.patientCall).values({ bookingId: id, ...moved })
  const did = { actor: ann.email, action: 'move-appointment', target: 'x', ip: '192.0.2.1' } as const
  await db.insert(auditTables.audit).values({ userId, personIds: [userId], ...did })
  await db.update(paymentTables.paymentIntent).set({ dispute: 'lost', disputedAt: new Date() })
  await db.execute(sql`
    update booking set date = '2026-03-02', slot = '08.00 AM - 08.30 AM', starts_at = '2026-03-02 13:00Z', ends_at = '2026-03-02 13:30Z',
      busy = '[2026-03-02 13:00Z,2026-03-02 13:30Z)', doctor_id = null, overridden = true where id = ${id}`)
  const filled: string[] = []
  for (const table of tables.keys()) {
    const free = columns.filter((column) => column.table === table && column.isFree)
    if (free.length === 0) continue
    const toMark = (column: Column) => {
      const text = `'${markOf(column)}' || ctid::text`
      if (column.type === 'PgArray') return `"${column.name}" = array[${text}]`
      return `"${column.name}" = ${/Json/.test(column.type) ? `jsonb_build_object('mark', ${text})` : text}`
    }
    await execute(`alter table ${sqlName(table)} disable trigger user`)
    const marked = `update ${sqlName(table)} set ${free.map(toMark).join(', ')} where ${rowsOfPerson(table)} returning 1`
    if ((await query(marked, [userId, ann.email])).length > 0) filled.push(table)
    await execute(`alter table ${sqlName(table)} enable trigger user`)
  }
  return { ...ann, id, intent, filled }
}

/** The marks anywhere in the database, each once. */
async function findMarks(): Promise<string[]> {
  const all = await query(`select schemaname || '."' || tablename || '"' as name from pg_tables
    where schemaname not in ('pg_catalog', 'information_schema')`)
  const rows = await Promise.all(
    all.map(({ name }) => query(`select t::text as row from ${name} t where position('mark ' in t::text) > 0`)),
  )
  return marksIn(
    rows
      .flat()
      .map(({ row }) => row)
      .join(),
  )
}

const marksIn = (text: string) => [...new Set(text.match(/mark \w+\.\w+ /g))]

it('has an entry for every column of the database, and for no other', async () => {
  const known = columns.map(({ table, name }) => `${sqlName(table)}.${name}`)
  const found = await query(
    `select table_name, column_name from information_schema.columns where table_schema = 'public'`,
  )
  expect(found.map((row) => `"${row.table_name}".${row.column_name}`).toSorted()).toEqual(known.toSorted())
  expect(columns.filter(({ handling }) => handling === 'no entry')).toEqual([])
})

it('is what an export contains and an erasure leaves', async () => {
  const ann = await addMarkedPerson()
  const about = columns.filter((column) => isErased(column) || isExported(column)).map(({ table }) => table)
  const unmarked = columns.filter(({ table, isFree }) => isFree && about.includes(table) && !ann.filled.includes(table))
  expect(unmarked.map(markOf)).toEqual([])

  const boss = await refunds.server.person({ role: 'admin' })
  const url = `/user/personalData/${encodeURIComponent(ann.email)}`
  const data = (await refunds.server.app.inject({ url, headers: boss.bearer })).body
  expect(await notExported(ann, data)).toEqual([])
  const page = personalDataPage(JSON.parse(data), clinicData)
  // The page lists payments by id, has amounts in dollars, and words the state of a dispute.
  const worded = ['booking.transactionId', 'paymentIntent.currency', 'paymentIntent.dispute']
  const shown = marksIn(data).filter((mark) => !worded.some((column) => mark.includes(column)))
  expect(shown.filter((mark) => !page.includes(mark))).toEqual([])

  expect((await refunds.post(`/user/erasure/${encodeURIComponent(ann.email)}`, {})).statusCode).toBe(204)
  const erased = columns.filter(isErased).map(markOf)
  expect((await findMarks()).filter((mark) => erased.includes(mark))).toEqual([])
})

/** The exported columns whose values are not in `data`. */
async function notExported({ userId, email }: { userId: string; email: string }, data: string): Promise<string[]> {
  const missing: string[] = []
  for (const [table, value] of tables) {
    const { db } = refunds.server.database
    const ids = await query(`select ctid::text as place from ${sqlName(table)} where ${rowsOfPerson(table)}`, [
      userId,
      email,
    ])
    for (const { place } of ids) {
      const [row] = await db.select().from(value).where(eq(sql`ctid::text`, place))
      for (const column of columns.filter((column) => column.table === table && isExported(column))) {
        const content = toExported(column, row?.[column.column as keyof typeof row])
        if (content !== undefined && !data.includes(content)) missing.push(`${table}.${column.column}: ${content}`)
      }
    }
  }
  return missing
}
