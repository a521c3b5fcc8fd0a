import { timeZone } from '#server/testing/calendar/calendar.ts'
import { dentists, idOf, opensAt, type Size, slotMinutes, timesADay } from './clinic.ts'
import { firstNames, lastNames } from './names.ts'

// The rows are functions of their number, so that each table can be filled without a look at the others.

const array = (values: string[]) => `'{${values.join(',')}}'::text[]`
/** A number from 0 to 1 that is the same for the same row and `salt`. */
const random = (row: string, salt: string) =>
  `((('x' || substr(md5('${salt}' || ${row}), 1, 8))::bit(32)::bigint & 2147483647) / 2147483648.0)`
const oneOf = (values: string[], row: string, salt: string) =>
  `(${array(values)})[1 + floor(${values.length} * power(${random(row, salt)}, 1.5))::int]`
/** An id that begins with a time, as those of version 7 do (RFC 9562). */
const idAt = (instant: string, row: string) =>
  `(lpad(to_hex((extract(epoch from ${instant}) * 1000)::bigint), 12, '0') || '7' || substr(md5(${row}::text), 1, 3) || '8' || substr(md5(${row}::text), 4, 15))::uuid`

const nameOf = (n: string) => `${oneOf(firstNames, n, 'first')} || ' ' || ${oneOf(lastNames, n, 'last')}`
/** Ten digits, written in one of four ways. */
const phoneOf = (
  n: string,
) => `(SELECT (array['+1 ' || a || ' ' || b || ' ' || c, '(' || a || ') ' || b || '-' || c, a || '-' || b || '-' || c, a || b || c])[1 + ${n} % 4]
  FROM (SELECT (200 + floor(799 * ${random(n, 'area')}))::text AS a, (200 + floor(799 * ${random(n, 'exchange')}))::text AS b,
    lpad(floor(10000 * ${random(n, 'line')})::text, 4, '0') AS c) AS parts)`

/** Returns the statements that add the patients, who have come in the course of the years, and keep them by their
 *  number until `dropPatients`. */
export function insertPatients({ firstDay, patients, days }: Size): string[] {
  return [
    `CREATE UNLOGGED TABLE scale_patient AS SELECT n, md5('patient' || n) AS id, name, lower(replace(name, ' ', '.')) || n || '@mail.example' AS email,
        ${phoneOf('n')} AS phone, '${firstDay}'::timestamptz + ${days} * n / ${patients} * interval '1 day' AS at
      FROM (SELECT n, ${nameOf('n')} AS name FROM generate_series(0::bigint, ${patients - 1}) AS n) AS named`,
    'ANALYZE scale_patient',
    // No trigger runs here, so that the own patient has the id of the account.
    `INSERT INTO "user" (id, name, email, email_verified, created_at, updated_at)
      SELECT id, name, email, n % 10 > 0, at, at FROM scale_patient`,
    'INSERT INTO patient (id, name, email, created_at) SELECT id, name, email, at FROM scale_patient',
    `INSERT INTO patient_user (user_id, patient_id, relation, created_at) SELECT id, id, 'self', at FROM scale_patient`,
  ]
}

/** Deletes the numbers of the patients. */
export const dropPatients = 'DROP TABLE scale_patient'

/** Returns the statement that adds the bookings of the days from `from` to `until`, counted from the first. One of
 *  twelve places is free, one of 25 bookings is cancelled, and of those that were done one of ten was paid by card
 *  online and one of twenty not at all. */
export function insertBookings({ firstDay, today, patients }: Size, from: number, until: number): string {
  const instant = (minutes: string) => `((date + make_interval(mins => ${minutes})) AT TIME ZONE '${timeZone}')`
  const clock = (minutes: string) => `to_char(date + make_interval(mins => ${minutes}), 'HH12.MI AM')`
  const startsAt = `${opensAt} + ${slotMinutes} * slot`
  const number = `${dentists * timesADay} * day + ${dentists} * slot + dentist`
  return `INSERT INTO booking (id, treatment_id, treatment, date, slot, price, credited, received, patient_id, booked_by, patient, patient_name, phone, transaction_id, paid_at,
      cancelled_at, cancel_reason, created_at, starts_at, ends_at, busy, doctor_id, chair_id, status, status_at, scheduled_at)
    SELECT ${idAt('made', 'place.n')}, treatment.id, treatment.name, date, ${clock(startsAt)} || ' - ' || ${clock(`${startsAt} + ${slotMinutes}`)},
      treatment.price, CASE WHEN status = 'cancelled' THEN treatment.price ELSE 0 END, CASE WHEN is_paid THEN treatment.price ELSE 0 END,
      patient.id, patient.id, patient.email, patient.name, patient.phone,
      CASE WHEN is_online THEN 'pi_' || md5(place.n::text) WHEN is_paid THEN receipt_number(extract(year FROM date)::int, place.n::int) END,
      CASE WHEN is_online THEN made WHEN is_paid THEN starts END,
      CASE WHEN status = 'cancelled' THEN made END, CASE WHEN status = 'cancelled' THEN 'ill' END, made,
      starts, starts + interval '${slotMinutes} minutes', tstzrange(starts, starts + interval '${slotMinutes} minutes'),
      ${idOf('doctor', 'dentist')}, ${idOf('chair', 'dentist')}, status, CASE WHEN status IN ('done', 'no-show') THEN starts END, made
    FROM (SELECT *, status = 'done' AND n % 10 = 0 AS is_online, status = 'done' AND n % 20 <> 7 AS is_paid FROM (
      SELECT *, ${instant(startsAt)} AS starts, ${instant(startsAt)} - (1 + n % 60) * interval '1 day' AS made,
        CASE WHEN n % 25 = 0 THEN 'cancelled' WHEN date >= '${today}' THEN 'booked' WHEN n % 25 = 1 THEN 'no-show' ELSE 'done' END AS status
      FROM (SELECT day, slot, dentist, ${number} AS n, '${firstDay}'::date + day AS date
        FROM generate_series(${from}, ${until}) AS day, generate_series(0, ${timesADay - 1}) AS slot, generate_series(0, ${dentists - 1}) AS dentist
        WHERE (day + slot + dentist) % 12 > 0) AS places
    ) AS timed) AS place
    JOIN treatment ON treatment.position = 1 + place.n / 7 % 8
    -- A prime step, so that neighbors in time are not neighbors in the table of patients.
    JOIN scale_patient AS patient ON patient.n = place.n * 7919::bigint % ${patients}`
}

/** Returns the statements that add what bookings leave in other tables: phone numbers, notices, payments, and of the
 *  time that the clinic keeps them, emails and the audit trail. */
export function insertTraces(): string[] {
  return [
    'INSERT INTO patient_phone (patient_id, number, digits) SELECT DISTINCT patient_id, phone, phone_digits(phone) FROM booking',
    `INSERT INTO appointment_notice (booking_id, kind, sequence, starts_at, created_at, done_at)
      SELECT id, kind, 0, starts_at, created_at, created_at FROM booking, unnest('{booked,reminder}'::text[]) AS kind
      WHERE kind = 'booked' OR starts_at < now()`,
    `INSERT INTO payment_intent (id, booking_id, patient_id, amount, currency, state, due, created_at)
      SELECT transaction_id, id, patient_id, price, 'usd', 'settled', paid_at, paid_at FROM booking WHERE transaction_id LIKE 'pi\\_%'`,
    `INSERT INTO charge (booking_id, kind, words, amount, made_at)
      SELECT id, 'treatment', treatment, price, created_at FROM booking`,
    `INSERT INTO charge (booking_id, kind, words, amount, charge_id, made_at)
      SELECT booking.id, 'credit', 'Cancelled', -credited, charge.id, cancelled_at
      FROM booking JOIN charge ON charge.booking_id = booking.id WHERE credited > 0`,
    // Receipts are counted over all years.
    `INSERT INTO payment (id, booking_id, method, amount, intent_id, taken_by, taken_at, day, receipt_year, receipt_count)
      SELECT gen_random_uuid(), id, CASE WHEN is_online THEN 'card-online' ELSE ('{terminal,terminal,cash,transfer,insurer}'::text[])[1 + number % 5] END,
        price, CASE WHEN is_online THEN transaction_id END, CASE WHEN NOT is_online THEN 'desk@clinic.example' END, paid_at, paid_at::date,
        extract(year FROM paid_at)::int, number
      FROM (SELECT *, transaction_id LIKE 'pi\\_%' AS is_online, row_number() OVER ()::int AS number FROM booking WHERE received > 0) AS paid`,
    `INSERT INTO refund (id, payment_id, method, amount, reason, state, succeeded_at)
      SELECT gen_random_uuid(), id, method, amount, 'by-staff', 'succeeded', taken_at + interval '3 days'
      FROM payment WHERE method <> 'card-online' AND receipt_count % 100 = 0`,
    `INSERT INTO refund_entry (refund_id, day, amount, at)
      SELECT id, succeeded_at::date, amount, succeeded_at FROM refund`,
    `UPDATE till SET receipt_year = extract(year FROM now())::int, receipt_count = (SELECT max(receipt_count) FROM payment)`,
    'SELECT rebuild_reports()',
    `INSERT INTO payment_ledger (id, kind, intent_id, booking_id, amount, currency, at)
      SELECT gen_random_uuid(), kind, transaction_id, id, price, 'usd', paid_at
      FROM booking, unnest('{made,settled}'::text[]) AS kind WHERE transaction_id LIKE 'pi\\_%'`,
    `INSERT INTO mail (id, kind, recipient, details, created_at, done_at)
      SELECT gen_random_uuid(), kind, patient, '{}', created_at, created_at
      FROM booking, unnest('{appointment-booked,appointment-reminder}'::text[]) AS kind WHERE starts_at BETWEEN now() - interval '1 year' AND now()`,
    `INSERT INTO audit (user_id, email, action, subject, client_address, person_ids, at)
      SELECT 'desk', 'desk@clinic.example', 'mark-appointment', treatment || ' of ' || patient_name, '192.0.2.1', array[patient_id], starts_at
      FROM booking WHERE starts_at BETWEEN now() - interval '3 years' AND now() ORDER BY starts_at`,
  ]
}

/** Returns the statements that add people who are signed in: an admin, and patients with bookings ahead. */
export function insertSessions(count: number): string[] {
  return [
    // Triggers, which would copy the role and add the patient, are off.
    `INSERT INTO "user" (id, name, email, email_verified, two_factor_enabled, role)
      VALUES ('desk', 'Front Desk', 'desk@clinic.example', true, true, 'admin')`,
    `INSERT INTO patient (id, name, email) VALUES ('desk', 'Front Desk', 'desk@clinic.example')`,
    `INSERT INTO patient_user (user_id, patient_id, relation) VALUES ('desk', 'desk', 'self')`,
    `INSERT INTO staff (user_id, role) VALUES ('desk', 'admin')`,
    `INSERT INTO session (id, token, user_id, expires_at, second_factor_at, confirmed_at)
      VALUES ('desk', 'desk', 'desk', now() + interval '1 day', now(), now())`,
    `INSERT INTO session (id, token, user_id, expires_at)
      SELECT 'session' || row_number() OVER (), patient_id, patient_id, now() + interval '1 day'
      FROM (SELECT DISTINCT patient_id FROM (SELECT patient_id FROM booking WHERE starts_at > now() AND status = 'booked'
        ORDER BY starts_at LIMIT ${2 * count}) AS next LIMIT ${count}) AS patients`,
  ]
}
