import { v7 as uuid } from 'uuid'
import { formatMediumDate, type IsoDate } from '#contract/kit/time/clinic-date.ts'
import { formatSlot } from '#contract/kit/time/slot.ts'
import { silenceNotices } from '#server/appointment/notice-store.ts'
import { deleteUnusedBookings, setPrice } from '#server/booking/imported-store.ts'
import type { NoOffer, Offer } from '#server/calendar/rules/offer.ts'
import type { Rules } from '#server/calendar/rules/rules.ts'
import { findOfferForStaff, offerOutsideRules } from '#server/calendar/staff-offers.ts'
import type { Db } from '#server/database/db.ts'
import { preview } from '#server/database/pool/transact.ts'
import { explainNoBookingFor, insertBookingFor } from '#server/desk/for-patient-store.ts'
import { hasDied } from '#server/patient/store.ts'
import { type AppointmentValues, readAppointment } from './appointment-row.ts'
import { matchPatients, type PatientMatch } from './appointment-store.ts'
import type { Place } from './check.ts'
import type { Imported } from './import-patients.ts'
import { type ParsedRow, type RowResult, writeParsed, writeResults, writeTried } from './import-row-store.ts'
import { problemsOrNull, type RowProblem } from './patient-row.ts'
import { countRows, type ImportRow, nextRows, type StoredRow, updateImport } from './store.ts'

/** The clinic's rules, and the time at which appointments are judged. */
export type Judging = { rules: Rules; now: Date }

const rowsAtOnce = 200

/** Checks the next rows of a file of appointments: first what they say, then by booking them in a transaction that is
 *  rolled back. Returns the number of steps; none at the end. */
export async function checkAppointments(tx: Db, found: ImportRow, judging: Judging, { today }: Place): Promise<number> {
  const waiting = await nextRows(tx, found.id, ['waiting'], rowsAtOnce)
  if (waiting.length > 0) return parseRows(tx, found, waiting, judging, today)
  const rows = await nextDays(tx, found.id, 'parsed')
  if (rows.length === 0) {
    const faulty = (await countRows(tx, found.id, 'faulty')) + (await countRows(tx, found.id, 'outside'))
    await updateImport(tx, found.id, { state: 'checked', faulty })
    return 0
  }
  const matches = await matchPatients(
    tx,
    found.id,
    rows.map(({ row }) => row),
  )
  const matchOf = new Map(matches.map((match) => [match.row, match]))
  const tried = await preview(tx, async (attempt) => {
    const results: RowResult[] = []
    for (const row of rows) {
      const patient = patientIn(matchOf.get(row.row), row)
      if (typeof patient !== 'string') {
        results.push({ row: row.row, state: 'faulty', problems: [...(row.problems ?? []), patient] })
        continue
      }
      const booked = await book(attempt, { row, patientId: patient, judging, keepOutside: false })
      const state = booked.ok ? 'ready' : 'outside'
      const problems = [...(row.problems ?? []), ...(booked.ok ? [] : [booked.problem])]
      results.push({ row: row.row, state, patient_id: patient, problems: problemsOrNull(problems) })
    }
    return results
  })
  await writeTried(tx, found.id, tried)
  return rows.length
}

async function parseRows(tx: Db, found: ImportRow, rows: StoredRow[], { rules }: Judging, today: IsoDate) {
  const parsed = rows.map(({ row, cells }): ParsedRow => {
    const { values, problems } = readAppointment(cells ?? [], { ...found, today }, rules)
    const keys = { name: values?.name ?? '', email: values?.email ?? null, birth_date: values?.birthDate ?? null }
    const others = { old_id: values?.oldId ?? null, day: values?.date ?? null, phone_keys: [] }
    if (!values) return { row, state: 'faulty', values: {}, problems, ...keys, ...others }
    return { row, state: 'parsed', values, problems: problemsOrNull(problems), ...keys, ...others }
  })
  await writeParsed(tx, found.id, parsed)
  return rows.length + parsed.filter(({ state }) => state === 'faulty').length
}

/** Returns the next rows without splitting a day, because only appointments of a day can be in each other's way. */
async function nextDays(tx: Db, id: string, state: StoredRow['state']): Promise<StoredRow[]> {
  const rows = await nextRows(tx, id, [state], rowsAtOnce)
  const last = rows.at(-1)?.day
  const whole = rows.filter(({ day }) => day !== last)
  return rows.length < rowsAtOnce || whole.length === 0 ? rows : whole
}

function patientIn(match: PatientMatch | undefined, row: StoredRow): string | RowProblem {
  if (match?.count === 1 && match.id !== null) return match.id
  const { oldId, email, name, birthDate } = row.values as AppointmentValues
  const who = oldId ? `the old id ${oldId}` : (email ?? (birthDate ? `${name}, born ${birthDate}` : undefined))
  const field = oldId ? 'Old id' : email ? 'Email' : 'Name'
  if (who === undefined)
    return { field, sentence: 'The patient is missing: an old id, an email, or a name with a birth date is needed' }
  const several = (match?.count ?? 0) > 1
  return { field, sentence: several ? `There are several patients with ${who}` : `There is no patient with ${who}` }
}

/** Imports the next rows of a file of appointments; undefined at the end. */
export async function importAppointments(tx: Db, found: ImportRow, judging: Judging): Promise<Imported | undefined> {
  // Those that fit come first: the others must not take their places.
  const ready = await nextDays(tx, found.id, 'ready')
  const rows = ready.length > 0 ? ready : await nextDays(tx, found.id, 'outside')
  if (rows.length === 0) return undefined
  const { keepOutside = false, confirmations = false, reminders = false } = found.choices ?? {}
  const results: RowResult[] = []
  for (const row of rows) {
    const booked = await book(tx, { row, patientId: row.patientId ?? '', judging, keepOutside })
    results.push(
      booked.ok
        ? { row: row.row, state: 'added', booking_id: booked.id, patient_id: row.patientId }
        : { row: row.row, state: 'faulty', problems: [booked.problem] },
    )
  }
  const ids = results.flatMap(({ booking_id }) => booking_id ?? [])
  await silenceNotices(tx, ids, { booked: !confirmations, reminder: !reminders })
  await writeResults(tx, found.id, results)
  return { added: ids.length, updated: 0, skipped: 0, faulty: results.length - ids.length, emails: [] }
}

type Attempt = { row: StoredRow; patientId: string; judging: Judging; keepOutside: boolean }
type Booked = { ok: true; id: string } | { ok: false; problem: RowProblem }

async function book(tx: Db, { row, patientId, judging: { rules, now }, keepOutside }: Attempt): Promise<Booked> {
  const values = row.values as AppointmentValues
  if (await hasDied(tx, patientId)) return problem('Patient', 'This patient has died')
  const treatment = rules.treatments.find(({ id }) => id === values.treatmentId)
  if (!treatment) return problem('Treatment', 'The clinic no longer has this treatment')
  const slot = formatSlot(values.start, values.start + treatment.durationMinutes)
  const { date, treatmentId, phone, note } = values
  const wish = { treatmentId, date, slot, ...(values.doctorId && { doctor: values.doctorId }) }
  const offered = findOfferForStaff(rules, wish, now)
  const id = uuid()
  const insert = async (offer: Offer & { slot?: string }, overridden: boolean) => {
    const booking = await insertBookingFor(tx, {
      ...{
        id,
        patientId,
        treatmentId,
        date,
        slot,
        phone,
        note,
        ...offer,
        overridden,
        requestHash: '',
        mayBeSecond: false,
      },
      ...{ reason: overridden ? 'Imported' : '', namedDoctor: overridden ? values.doctorId : null },
    })
    if (booking) await setPrice(tx, id, values.priceCents)
    return booking !== undefined
  }
  if (offered.ok && (await insert(offered.offer, false))) return { ok: true, id }
  const outside = offerOutsideRules(rules, wish, now)
  if (keepOutside && outside.ok && (await insert(outside.offer, true))) return { ok: true, id }
  if (!offered.ok && !(keepOutside && outside.ok)) return { ok: false, problem: sentences[offered.reason] }
  const time = offered.ok ? offered.offer : outside.ok ? outside.offer : undefined
  const explained = time && (await explainNoBookingFor(tx, { ...wish, ...time, patientId, overridden: keepOutside }))
  const clash = explained?.clash
  if (!clash) return problem('Time', 'This time is taken: no dentist or chair is free then')
  const other = `${clash.treatment} on ${formatMediumDate(clash.date)}, ${clash.slot}`
  return problem('Time', `The patient already has an appointment: ${other}`)
}

const problem = (field: string, sentence: string): Booked => ({ ok: false, problem: { field, sentence } })

const outsideHours = {
  field: 'Time',
  sentence: 'This time is outside the hours of the clinic, or does not fit its grid of times',
}
const sentences: Record<NoOffer, RowProblem> = {
  'unknown-treatment': { field: 'Treatment', sentence: 'The clinic no longer has this treatment' },
  'online-closed': { field: 'Treatment', sentence: 'Only the clinic books this treatment' },
  'day-past': { field: 'Date', sentence: 'This day is in the past' },
  'too-far-ahead': { field: 'Date', sentence: 'This day is too far ahead' },
  'day-closed': { field: 'Date', sentence: 'The clinic is closed on this day' },
  'unknown-slot': outsideHours,
  'slot-begun': { field: 'Time', sentence: 'This time is over' },
  'too-soon': outsideHours,
  'unknown-doctor': { field: 'Dentist', sentence: 'This dentist does not perform this treatment' },
  'doctor-not-there': { field: 'Dentist', sentence: 'This dentist does not work at this time' },
}

/** Takes the next rows of an import of appointments back; undefined at the end. Those that were paid, moved, cancelled
 *  or have begun stay. */
export async function undoAppointments(tx: Db, found: ImportRow): Promise<{ rows: number; kept: number } | undefined> {
  const rows = await nextRows(tx, found.id, ['added'], rowsAtOnce)
  if (rows.length === 0) return undefined
  const deleted = new Set(
    await deleteUnusedBookings(
      tx,
      rows.flatMap(({ bookingId }) => bookingId ?? []),
    ),
  )
  const results = rows.map(({ row, bookingId }): RowResult => {
    const isKept = bookingId !== null && !deleted.has(bookingId)
    return {
      row,
      state: isKept ? 'kept' : 'undone',
      reason: isKept ? 'has an appointment that was paid or changed since' : null,
    }
  })
  await writeResults(tx, found.id, results)
  return { rows: rows.length, kept: results.filter(({ state }) => state === 'kept').length }
}
