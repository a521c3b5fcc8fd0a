import type { Database } from '#server/database/db.ts'
import { addTestData } from '#server/testing/prepared/test-data.ts'

// Text with everything that COPY text escapes, and characters of one to four bytes.
const awkward = `E'tab\\tline\\nreturn\\r backslash \\\\ \\\\. \\\\N quote '' é – 🦷'`
const ann = `'ann', 'ann@example.org'`

/** Adds at least one row to each table of the product and the sandbox. */
export async function fillEveryTable(database: Database): Promise<void> {
  await addTestData(database)
  await database.executeSql(account)
  await database.executeSql(clinic)
  await database.executeSql(appointment)
  await database.executeSql(imported)
  await database.executeSql(ties)
  await database.executeSql(reports)
  await database.executeSql(sandbox)
}

const account = `
  INSERT INTO "user" (id, name, email) VALUES ('ann', ${awkward}, 'ann@example.org'), ('bob', '', 'bob@example.org');
  INSERT INTO account (id, account_id, provider_id, user_id, password) VALUES ('a1', 'ann', 'credential', 'ann', 'hash');
  INSERT INTO session (id, token, user_id, expires_at) VALUES ('s1', 'secret', 'ann', 'infinity');
  INSERT INTO passkey (id, public_key, user_id, credential_id, counter, device_type, backed_up)
    VALUES ('k1', 'key', 'ann', 'credential', 7, 'multiDevice', true);
  INSERT INTO two_factor (id, secret, backup_codes, user_id) VALUES ('f1', 'secret', 'codes', 'ann');
  INSERT INTO verification (id, identifier, value, expires_at) VALUES ('v1', 'ann', 'value', '2030-01-01 00:00:00.123456+00');
  INSERT INTO attempt_bucket (key, full_at) VALUES ('bucket', '2030-01-01');
  INSERT INTO rate_limit (id, key, count, last_request) VALUES ('r1', 'key', 2, 9007199254740993);
  INSERT INTO audit (user_id, email, action, subject, client_address)
    SELECT ${ann}, 'promote-user', 'bob@example.org', '192.0.2.1' FROM generate_series(1, 3);
  INSERT INTO mail (id, kind, recipient, details) VALUES (gen_random_uuid(), 'verify-email', 'ann@example.org', '{"link": "https://a/?b=\\\\"}');`

const clinic = `
  INSERT INTO clinic (name, address, phone, email, country, language, currency, time_zone, services, reviews)
    VALUES (${awkward}, 'Road 1', '1', 'desk@example.org', 'US', 'en', 'USD', 'America/New_York', '[]', '[]');
  INSERT INTO patient (id, name) VALUES ('invented', 'Mia Keller');
  INSERT INTO demo_patient VALUES ('invented');
  INSERT INTO setup_link (token_hash, expires_at) VALUES ('hash', '2030-01-01 00:00:00.123456+00');
  INSERT INTO clinic_policy DEFAULT VALUES ON CONFLICT DO NOTHING;
  INSERT INTO heartbeat (id, at) VALUES (1, '2030-01-01 00:00:00.123+00');
  INSERT INTO last_backup (id, at) VALUES (1, '2030-01-01 00:00:00.123+00');
  INSERT INTO clinic_hours (weekday, opens, closes) VALUES (1, 480, 720), (1, 780, 1020);
  INSERT INTO clinic_day (date, note) VALUES ('2030-01-01', ${awkward});
  INSERT INTO clinic_day_hours (date, opens, closes) VALUES ('2030-01-01', 600, 660);
  INSERT INTO chair (id, name) VALUES ('00000000-0000-4000-8000-00000000000c', 'Chair 1');
  INSERT INTO chair_treatment (chair_id, treatment_id) SELECT '00000000-0000-4000-8000-00000000000c', id FROM treatment LIMIT 1;
  INSERT INTO photo (id, url, large, small) VALUES ('00000000-0000-4000-8000-00000000000f', '/image/1', '\\x00ff5c0a09', '\\x5c2e');
  INSERT INTO photo (id, url, large, small, use, width)
    VALUES ('00000000-0000-4000-8000-0000000000f0', '/image/2', '\\x00ff', '\\x5c', 'hero', 480);
  INSERT INTO photo_version VALUES ('00000000-0000-4000-8000-0000000000f0', 480, 'avif', '\\x00ff5c0a09');
  INSERT INTO clinic_picture VALUES ('hero', '/image/2', ${awkward});
  INSERT INTO doctor (id, name, email, specialty, img)
    SELECT '00000000-0000-4000-8000-00000000000d', 'Dr. Bell', 'bell@example.org', name, '/image/1' FROM treatment LIMIT 1;
  INSERT INTO doctor_hours (doctor_id, weekday, starts, ends) SELECT id, 1, 480, 720 FROM doctor;
  INSERT INTO doctor_absence (id, doctor_id, first_day, last_day) SELECT gen_random_uuid(), id, '2030-02-01', '2030-02-02' FROM doctor;
  INSERT INTO block (id, doctor_id, first_day, from_minutes, until_minutes, weekdays, reason)
    SELECT gen_random_uuid(), id, '2030-02-01', 720, 780, '{1,5}', ${awkward} FROM doctor;
  INSERT INTO message_template (kind, subject, text) VALUES ('reminder', '', ${awkward});
  INSERT INTO service_setting (name, value, changed_by) VALUES ('mailFrom', ${awkward}, 'bob'), ('smtpPassword', 'sealed.1.a.b.c', NULL);
  INSERT INTO sending (emails, texts) VALUES (true, false) ON CONFLICT DO NOTHING;
  INSERT INTO doctor_treatment (doctor_id, treatment_id) SELECT d.id, t.id FROM doctor d, treatment t ON CONFLICT DO NOTHING;
  INSERT INTO staff (user_id, role, invited_by, ended_at) VALUES ('bob', 'admin', NULL, now());
  INSERT INTO staff (user_id, role, doctor_id, invited_by) SELECT 'bob', 'dentist', id, 'ann' FROM doctor;
  INSERT INTO staff_invitation (email, role, token_hash, invited_by, expires_at)
    VALUES ('eve@example.org', 'accountant', 'hash', 'bob', '2030-01-01 00:00:00.123456+00');
  INSERT INTO absence_request (id, doctor_id, user_id, first_day, last_day, note)
    SELECT gen_random_uuid(), id, 'bob', '2030-02-04', '2030-02-08', 'Course' FROM doctor;
  INSERT INTO calendar_feed (id, user_id) VALUES (gen_random_uuid(), 'ann');`

const appointment = `
  INSERT INTO booking (id, treatment_id, treatment, date, slot, price, patient_id, patient, patient_name, phone,
      starts_at, ends_at, busy, doctor_id, chair_id, note)
    SELECT gen_random_uuid(), treatment.id, treatment.name, '2030-01-07', '08.00 AM - 08.30 AM', price, patient.id, 'ann@example.org', 'Ann', '1',
      '2030-01-07 13:00Z', '2030-01-07 13:30Z', '[2030-01-07 13:00Z,2030-01-07 13:30Z)',
      '00000000-0000-4000-8000-00000000000d', '00000000-0000-4000-8000-00000000000c', ${awkward}
    FROM treatment, patient WHERE email = 'ann@example.org' LIMIT 1;
  INSERT INTO patient_call (booking_id, kind, from_date, from_slot, message)
    SELECT id, 'moved', date, slot, ${awkward} FROM booking;
  INSERT INTO text_consent (patient_id, phone, wording, given_by) SELECT id, '+12125550142', 'Yes', email FROM patient WHERE email = 'ann@example.org';
  INSERT INTO phone_code (user_id, phone, code_hash) SELECT id, '+12125550142', ${awkward} FROM "user" WHERE email = 'ann@example.org';
  INSERT INTO text_stop (phone) VALUES ('+12125550199');
  INSERT INTO text_sent (phone) VALUES ('+12125550142');
  INSERT INTO text_message (id, booking_id, patient_id, kind, sequence, hours_before, phone, body, starts_at)
    SELECT gen_random_uuid(), id, patient_id, 'booked', 0, 0, '+12125550142', ${awkward}, starts_at FROM booking;
  INSERT INTO recall (patient_id, treatment_id, last_visit_on, invited_at)
    SELECT patient_id, treatment_id, date, '2030-07-07 13:00Z' FROM booking;
  INSERT INTO payment_intent (id, booking_id, patient_id, amount, currency, state)
    SELECT 'pi_1', id, patient_id, price, 'usd', 'settled' FROM booking;
  INSERT INTO payment_ledger (id, kind, intent_id, booking_id, amount)
    SELECT gen_random_uuid(), 'settled', 'pi_1', id, price FROM booking;
  INSERT INTO payment (id, booking_id, method, amount, intent_id) SELECT gen_random_uuid(), id, 'card-online', price, 'pi_1' FROM booking;
  INSERT INTO refund (id, payment_id, intent_id, amount, reason) SELECT gen_random_uuid(), id, 'pi_1', 100, 'by-staff' FROM payment;
  INSERT INTO refund_entry (refund_id, day, amount) SELECT id, '2026-07-01', 100 FROM refund;
  INSERT INTO waiting_entry (id, patient_id, treatment_id, weekdays, from_minutes, until_minutes, last_day, booking_id, added_by)
    SELECT gen_random_uuid(), patient_id, treatment_id, '{1,3}', 480, 720, '2030-01-05', id, ${awkward} FROM booking;
  INSERT INTO waiting_offer (id, entry_id, patient_id, treatment_id, date, slot, starts_at, sent_at, expires_at)
    SELECT gen_random_uuid(), id, patient_id, treatment_id, '2030-01-04', '08.00 AM - 08.30 AM', '2030-01-04 13:00Z', '2030-01-03', '2030-01-04 13:00Z'
    FROM waiting_entry;
  INSERT INTO freed_time (date, from_at, until_at) VALUES ('2030-01-04', '2030-01-04 13:00Z', '2030-01-04 13:30Z');
  INSERT INTO waiting_state (rules_version, rules) VALUES (3, '{"a": "\\\\"}');
  INSERT INTO day_close (date, first_day, expected, counted, difference, note, closed_by)
    VALUES ('2026-01-02', '2026-01-01', '{"cash": 100}', '{"cash": 90}', -10, ${awkward}, 'bob@example.org');`

const imported = `
  INSERT INTO patient_import (id, kind, state, file_name, file_hash, encoding, delimiter, headings, columns, date_order, user_id, actor, ip)
    VALUES ('00000000-0000-4000-8000-00000000001a', 'patients', 'imported', ${awkward}, 'hash', 'utf-8', ',', '["Name"]', '["name"]', 'month-first', 'ann', 'ann@example.org', '192.0.2.1');
  INSERT INTO patient_import_row (import_id, row, state, cells, problems)
    SELECT id, 2, 'faulty', jsonb_build_array(${awkward}), '[]' FROM patient_import;
  INSERT INTO patient_old_id (old_id, patient_id) SELECT ${awkward}, id FROM patient LIMIT 1;`

const ties = `
  INSERT INTO patient_join (id, former_id, kept_id, way, made_by, undo)
    SELECT gen_random_uuid(), id, id, 'desk', ${awkward}, '{"a": "\\\\"}' FROM patient LIMIT 1;
  INSERT INTO record_code (patient_id, code_hash, made_by, expires_at) SELECT id, 'hash', ${awkward}, '2030-01-07' FROM patient LIMIT 1;
  INSERT INTO record_try (user_id, birth_dates) SELECT id, 2 FROM "user" LIMIT 1;
  INSERT INTO email_change (user_id, id, email, expires_at) SELECT id, gen_random_uuid(), ${awkward}, '2030-01-07' FROM "user" LIMIT 1;`

const reports = `
  SELECT fold_report_changes();
  INSERT INTO report_change VALUES ('2030-01-07', 'patient', 'ann', 0);
  INSERT INTO report_booking SELECT 1, date, slot, starts_at, busy, created_at, cancelled_at, status, treatment_id, doctor_id, patient_id, owed
    FROM booking LIMIT 1;`

const sandbox = `
  INSERT INTO sandbox.intent (id, client_secret, status, amount, currency, method_types, metadata)
    VALUES ('pi_1', 'secret', 'succeeded', 5900, 'usd', '{card,"with, comma"}', '{}');
  INSERT INTO sandbox.charge (id, intent_id, amount, currency, card, metadata) VALUES ('ch_1', 'pi_1', 5900, 'usd', '{}', '{}');
  INSERT INTO sandbox.refund (id, charge_id, intent_id, amount, currency, metadata) VALUES ('re_1', 'ch_1', 'pi_1', 100, 'usd', '{}');
  INSERT INTO sandbox.event (id, type, object, request) SELECT 'evt_' || n, 'charge.succeeded', '{}', '{}' FROM generate_series(1, 2) n;
  INSERT INTO sandbox.call (key, fingerprint, request_id) VALUES ('key', 'print', 'req_1');
  INSERT INTO sandbox.fault (webhooks) VALUES ('{}');
  INSERT INTO sandbox.google_state (kind, id, payload, expires_at) VALUES ('Interaction', 'i1', '{"state": "\\u0000"}', 'infinity');
  INSERT INTO sandbox.google_user (sub, name, email, expires_at) VALUES ('u1', ${awkward}, 'ann@example.org', 'infinity');`
