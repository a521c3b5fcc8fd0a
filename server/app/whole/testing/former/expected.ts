import type { ColumnField } from '#contract/patient/fields.ts'
import { patient as patientColumns } from '#server/database/schema/patient.ts'
import { nothingIn } from '#server/patient/field-store.ts'
import { moneyOf, sumsOf } from './expected-money.ts'
import type { Row, Rows } from './rows.ts'

/** Returns what a database of the model of one table "user" for everybody is to have after an update: everything that
 *  the decisions about patients, staff and the clinic (docs/decisions/0072 to 0075) say, and nothing else. Written
 *  without a look at the migrations. */
export function expectedRows(old: Rows): Rows {
  const of = (table: string) => old[table] ?? []
  const kept = of('user').filter((user) => !isPlaceholder(user.email) && user.erased_at === null)
  const inBooks = new Set([...of('booking'), ...of('payment_intent')].map(({ patient_id: id }) => id))
  const { patient_phone: _, ...tables } = old
  return {
    ...tables,
    user: kept.map(({ erased_at: _erased, ...user }) => user),
    patient: of('user')
      .filter(({ id, erased_at: erased }) => erased === null || inBooks.has(id))
      .map(toPatient),
    patient_user: kept.map(({ id, created_at: at }) => ({
      ...{ user_id: id, patient_id: id, relation: 'self', created_at: at },
      ...{ way: 'former', made_by: '', agreed_at: null },
    })),
    patient_phone: phonesOf(of('booking')),
    booking: of('booking').map((booking) => toBooking(booking, of('refund'))),
    ...moneyOf(of('booking'), of('refund')),
    calendar_feed: of('calendar_feed').map(({ patient_id: id, ...feed }) => ({ ...feed, user_id: id })),
    audit: of('audit').map(withoutPlaceholders(of('user'))),
    staff: kept.filter(({ role }) => role === 'admin').map(toStaff(of('audit'), of('user'))),
    clinic_policy: of('clinic_policy').map((policy) => ({
      ...{ ...policy, desk_refund_dollars: 0, no_show_fee_dollars: 0, grace_minutes: 30 },
      more_reminder_hours: [],
      fill_gaps: true,
      online_booking: true,
    })),
    doctor_hours: of('doctor_hours').map((row) => ({ ...row, week: 0 })),
    treatment: of('treatment').map((row) => ({
      ...row,
      description: '',
      category: '',
      reasons: [],
      recall_months: null,
      online: true,
      color: null,
    })),
    photo: of('photo').map((row) => ({ ...row, use: null, width: null })),
    doctor: of('doctor').map((row) => ({ ...row, languages: '', sentence: '', last_day: null })),
    appointment_notice: of('appointment_notice').map((row) => ({ ...row, message: '', hours_before: 0 })),
    mail: of('mail').map((row) => ({ ...row, result: null })),
    ...{ text_consent: [], text_message: [], phone_code: [], text_stop: [], text_sent: [] },
    ...{ patient_join: [], record_code: [], record_try: [], email_change: [], service_setting: [], sending: [] },
    ...{ block: [], patient_call: [], message_template: [], chair_treatment: [], demo_patient: [] },
    ...{ clinic_picture: [], photo_version: [] },
    ...{
      clinic: [],
      setup_link: [],
      staff_invitation: [],
      last_backup: [],
      heartbeat: [],
      absence_request: [],
      day_close: [],
    },
    ...{ patient_import: [], patient_import_row: [], patient_old_id: [], recall: [] },
    ...{ waiting_entry: [], waiting_offer: [], freed_time: [], waiting_state: [] },
  }
}

const isPlaceholder = (email: unknown) => String(email).endsWith('@patients.invalid')

const nothingElse = Object.fromEntries(
  Object.entries(nothingIn('')).map(([field, value]) => [patientColumns[field as ColumnField].name, value]),
)

/** The own patient of an account has its id, so that everything that names the person still does. */
function toPatient({ id, name, email, created_at, erased_at }: Row): Row {
  const hasEmail = !isPlaceholder(email)
  const living = hasEmail ? 'email' : 'phone'
  return {
    ...nothingElse,
    ...{ id, name, email: hasEmail ? email : null, contact: erased_at === null ? living : 'none' },
    ...{ merged_into: null, created_at, erased_at },
    ...{ recalls_stopped_at: null, recalls_snoozed_until: null, died_at: null, tie_ended_at: null },
  }
}

/** Each number once for each patient, as it was written last. */
function phonesOf(bookings: readonly Row[]): Row[] {
  const phones = new Map<string, Row>()
  for (const { patient_id, phone, created_at } of bookings) {
    if (phone === '') continue
    const digits = digitsOf(String(phone))
    const key = `${patient_id} ${digits}`
    const known = phones.get(key)
    if (known && String(known.created_at) > String(created_at)) continue
    phones.set(key, { patient_id, number: phone, digits, created_at })
  }
  return [...phones.values()]
}

const digitsOf = (phone: string) =>
  phone.replace(/[٠-٩]/g, (digit) => String('٠١٢٣٤٥٦٧٨٩'.indexOf(digit))).replace(/\D/g, '')

/** Staff booked what has an id of version 5, and nobody else for people without an email. */
function toBooking(booking: Row, refunds: readonly Row[]): Row {
  const isOwn = String(booking.id)[14] !== '5' && !isPlaceholder(booking.patient)
  const isCancelled = booking.status === 'cancelled' && booking.transaction_id !== null
  const counts = ({ intent_id, reason, state }: Row) =>
    intent_id === booking.transaction_id && reason === 'cancelled' && state !== 'void'
  const times = [booking.created_at, booking.scheduled_at, booking.cancelled_at].filter((at) => at !== null)
  return {
    ...booking,
    patient: isPlaceholder(booking.patient) ? '' : booking.patient,
    booked_by: isOwn ? booking.patient_id : null,
    cancel_refund: isCancelled ? sum(refunds.filter(counts)) : 0,
    changed_at: times.map(String).sort().at(-1),
    ...{ override_reason: '', request_hash: null, second_that_day: false, no_show_charged: false },
    ...sumsOf(booking),
  }
}

const sum = (rows: readonly Row[]) => rows.reduce((total, { amount }) => total + Number(amount), 0)

/** Whoever had no email is named instead, and an erased person is nobody. */
function withoutPlaceholders(users: readonly Row[]) {
  const names = new Map(users.map(({ id, name }) => [`no-email-${id}@patients.invalid`, String(name)]))
  const named = (text: unknown) =>
    String(text).replace(/no-email-\S+@patients\.invalid/, (address) => names.get(address) ?? 'Erased account')
  return (entry: Row): Row => ({ ...entry, email: named(entry.email), subject: named(entry.subject) })
}

/** An admin is staff since their promotion, by whoever promoted them. The id is random. */
function toStaff(audit: readonly Row[], users: readonly Row[]) {
  return ({ id, email, created_at }: Row): Row => {
    const promoted = audit.filter(({ action, subject }) => action === 'promote-user' && subject === email).at(-1)
    const at = promoted?.at ?? created_at
    const inviter = users.find((user) => user.id === promoted?.user_id)
    return {
      ...{ user_id: id, role: 'admin', doctor_id: null, invited_by: inviter?.id ?? null },
      ...{ invited_at: at, started_at: at, ended_at: null },
    }
  }
}
