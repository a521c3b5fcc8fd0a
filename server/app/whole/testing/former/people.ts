/** SQL that adds the people of a clinic as it was before patients were persons: one row of "user" was account, patient
 *  and staff at once. By `n`: 1 to 2500 are accounts, 2 to 4 and 2498 to 2500 of them admins, the latter without
 *  appointments, like all from 2401 on. 2501 to 2800 are patients whom the desk added without an email. 2801 to 2845
 *  are erased later (`erasure`), the last five of whom had no email. */
export const people = `
  CREATE TABLE person AS
    SELECT n, kind,
      CASE WHEN kind = 'desk' OR n % 10 = 0 THEN format('00000000-0000-5000-8000-%s', lpad(n::text, 12, '0')) ELSE 'user-' || n END AS id,
      (ARRAY['Ann O’Brien', 'Zoë Müller', 'Łukasz Żak', 'Nguyễn Thị', 'محمد', '山田太郎', 'Anne-Marie van der Berg'])[n % 7 + 1] || ' ' || n AS name,
      -- The same number is written in two ways, and two people share one.
      (ARRAY['(646) 555-%s', '+1 646 555 %s', '٦٤٦٥٥٥%s'])[n % 3 + 1] AS phone, lpad((CASE n WHEN 2502 THEN 5 ELSE n END)::text, 4, '0') AS line
    FROM generate_series(1, 2845) n,
      LATERAL (SELECT CASE WHEN n <= 2500 THEN 'account' WHEN n <= 2800 OR n > 2840 THEN 'desk' ELSE 'erased' END AS kind) AS kinds;
  INSERT INTO "user" (id, name, email, email_verified, role, two_factor_enabled, image, created_at, updated_at)
    SELECT id, name, CASE kind WHEN 'desk' THEN format('no-email-%s@patients.invalid', id) ELSE format('person-%s@example.org', n) END,
      kind <> 'desk' AND n % 7 > 0 AND n % 10 > 0, CASE WHEN n IN (2, 3, 4, 2498, 2499, 2500) THEN 'admin' ELSE 'patient' END,
      n = 2, CASE WHEN n = 1 THEN 'https://pictures.example/ann.webp' END,
      timestamptz '2025-01-01Z' + n * interval '1 hour', timestamptz '2025-06-01Z' + n * interval '1 minute'
    FROM person;
  INSERT INTO account (id, account_id, provider_id, user_id, id_token, password, created_at, updated_at)
    SELECT 'account-' || n, CASE n WHEN 1 THEN 'google-sub' ELSE id END, CASE n WHEN 1 THEN 'google' ELSE 'credential' END, id,
      CASE n WHEN 1 THEN 'token' END, CASE WHEN n > 1 THEN 'hash ' || n END, '2025-01-01Z', '2025-01-02Z'
    FROM person WHERE kind <> 'desk';
  INSERT INTO session (id, token, user_id, expires_at, ip_address, created_at, updated_at, used_at, confirmed_at, second_factor_at)
    SELECT 'session-' || n, 'secret-' || n, id, '2027-01-01Z', '192.0.2.1', '2026-01-01Z', '2026-01-01Z', '2026-01-01Z', '2026-01-01Z',
      CASE n WHEN 2 THEN timestamptz '2026-01-01Z' END
    FROM person WHERE kind <> 'desk' AND n % 5 < 3;
  INSERT INTO two_factor (id, secret, backup_codes, user_id, verified) VALUES ('factor', 'secret', 'codes', 'user-2', true);
  INSERT INTO passkey (id, name, public_key, user_id, credential_id, counter, device_type, backed_up, created_at)
    VALUES ('passkey', 'Phone', 'key', 'user-3', 'credential', 7, 'multiDevice', true, '2025-06-01Z');
  -- Links to set a password, also those for accounts that the desk made.
  INSERT INTO verification (id, identifier, value, expires_at, created_at, updated_at)
    SELECT 'link-' || n, 'reset-password:token-' || n, id, '2026-12-01Z', '2025-12-01Z', '2025-12-01Z' FROM person WHERE n % 250 = 0 AND kind = 'account';
  INSERT INTO calendar_feed (id, patient_id, created_at)
    SELECT format('fe0d0000-0000-4000-8000-%s', lpad(n::text, 12, '0'))::uuid, id, '2025-07-01Z' FROM person WHERE kind <> 'desk' AND n % 4 = 1;
  INSERT INTO mail (id, kind, recipient, details, created_at, done_at)
    SELECT format('0190b000-0000-7000-8000-%s', lpad(n::text, 12, '0'))::uuid, (ARRAY['claim-account', 'receipt', 'verify-email'])[n % 3 + 1],
      format('person-%s@example.org', n), CASE WHEN n % 4 > 0 THEN jsonb_build_object('link', 'https://clinic.example/' || n) ELSE '{}' END,
      timestamptz '2026-01-01Z' + n * interval '1 minute', CASE n % 4 WHEN 0 THEN timestamptz '2026-01-05Z' END
    FROM person WHERE kind <> 'desk' AND n % 6 < 2;`

/** SQL that adds what staff did. The trail names the people by their email at that time, a placeholder too. */
export const trail = `
  INSERT INTO audit (user_id, email, action, subject, client_address, person_ids, at)
    SELECT 'user-2', 'person-2@example.org', 'promote-user', 'person-' || n || '@example.org', '192.0.2.2', ARRAY[id], timestamptz '2025-08-01Z' + n * interval '1 hour'
    FROM person WHERE n IN (3, 4, 2499);
  INSERT INTO audit (user_id, email, action, subject, client_address, person_ids, at)
    SELECT 'user-3', 'person-3@example.org', action, replace(replace(subject, '<name>', name), '<email>', "user".email), '192.0.2.3', ARRAY[person.id],
      timestamptz '2025-10-01Z' + n * interval '1 minute'
    FROM person JOIN "user" USING (id, name),
      (VALUES ('add-patient', '<name> (no email)'), ('read-appointment', 'the appointments of <email>'), ('export-data', '<email>'),
        ('book-appointment', 'Treatment 1 of <name> on Jan 5, 2026, 09.00 AM - 09.30 AM')) AS done(action, subject)
    WHERE n > 2480;
  INSERT INTO audit (user_id, email, action, subject, client_address, at)
    VALUES ('user-3', 'person-3@example.org', 'set-hours', 'opening hours', '192.0.2.3', '2025-11-01Z');`

/** SQL that erases people 2801 to 2845 as the former release did, half of them at their own request. */
export const erasure = `
  ALTER TABLE person ADD COLUMN nobody text;
  UPDATE person SET nobody = format('no-email-erased-%s@patients.invalid', gen_random_uuid()) WHERE n > 2800;
  UPDATE booking SET patient = nobody, patient_name = 'Erased account', phone = '', note = '' FROM person WHERE patient_id = person.id AND n > 2800;
  DELETE FROM calendar_feed USING person WHERE patient_id = person.id AND n > 2800;
  DELETE FROM appointment_notice USING booking, person WHERE booking.id = booking_id AND person.id = booking.patient_id AND n > 2800 AND done_at IS NULL;
  DELETE FROM mail USING "user", person WHERE recipient = "user".email AND person.id = "user".id AND n > 2800;
  INSERT INTO mail (id, kind, recipient, details, created_at, done_at)
    SELECT gen_random_uuid(), 'account-erased', email, '{}', '2026-02-01Z', '2026-02-01Z' FROM "user" JOIN person USING (id) WHERE kind = 'erased';
  DELETE FROM session USING person WHERE user_id = person.id AND n > 2800;
  DELETE FROM account USING person WHERE user_id = person.id AND n > 2800;
  UPDATE "user" SET name = 'Erased account', email = nobody, image = null, email_verified = false, two_factor_enabled = false,
      role = 'patient', erased_at = '2026-02-01Z', updated_at = '2026-02-01Z'
    FROM person WHERE person.id = "user".id AND n > 2800;
  INSERT INTO audit (user_id, email, action, subject, client_address, person_ids, at)
    SELECT CASE n % 2 WHEN 0 THEN id ELSE 'user-3' END, CASE n % 2 WHEN 0 THEN nobody ELSE 'person-3@example.org' END, 'erase-account', nobody,
      '192.0.2.4', ARRAY[id], '2026-02-01Z'
    FROM person WHERE n > 2800;
  DROP TABLE person;`
