/** SQL that adds the clinic: six treatments, eight dentists and as many chairs. */
export const clinic = `
  INSERT INTO treatment (id, name, price, position, buffer_minutes)
    SELECT format('7ea70000-0000-4000-8000-%s', lpad(t::text, 12, '0'))::uuid, 'Treatment ' || t, 5900 + 1050 * t, t, 0 FROM generate_series(1, 6) t;
  INSERT INTO photo (id, url, due, created_at) VALUES (gen_random_uuid(), 'https://pictures.example/bell.webp', '2026-01-02Z', '2026-01-01Z');
  INSERT INTO doctor (id, name, email, specialty, img, created_at, left_at)
    SELECT format('d0c70000-0000-4000-8000-%s', lpad(d::text, 12, '0'))::uuid, 'Dr. Bell ' || d, 'bell-' || d || '@clinic.example',
      'Treatment 1', 'https://pictures.example/bell.webp', '2025-01-01Z', CASE d WHEN 8 THEN timestamptz '2026-03-01Z' END
    FROM generate_series(1, 8) d;
  INSERT INTO chair (id, name) SELECT format('c4a10000-0000-4000-8000-%s', lpad(d::text, 12, '0'))::uuid, 'Chair ' || d FROM generate_series(1, 8) d;
  INSERT INTO doctor_absence (id, doctor_id, first_day, last_day, note) SELECT gen_random_uuid(), id, '2026-05-01', '2026-05-02', 'away' FROM doctor;
  INSERT INTO doctor_hours (doctor_id, weekday, starts, ends) SELECT id, 1, 540, 1020 FROM doctor;
  INSERT INTO calendar_feed (id, doctor_id, created_at) SELECT gen_random_uuid(), id, '2025-07-01Z' FROM doctor;
  INSERT INTO clinic_hours (weekday, opens, closes) SELECT w, 540, 1020 FROM generate_series(1, 6) w;
  INSERT INTO clinic_day (date, note) VALUES ('2026-07-04', 'Independence Day');
  INSERT INTO clinic_policy (grid_minutes, notice_minutes, horizon_days, max_upcoming, free_cancel_hours, reminder_hours)
    VALUES (15, 60, 200, 7, 48, 36);`

/** SQL that adds 10,000 bookings, eight at a time from Jan 5 to Mar 24, 2026. Today is Mar 10. Those of people without
 *  email and one in eleven of the others were made by staff. */
export const bookings = `
  INSERT INTO booking (id, treatment_id, treatment, date, slot, price, patient_id, patient, patient_name, phone, transaction_id, paid_at,
      cancelled_at, cancel_reason, overridden, created_at, starts_at, ends_at, busy, doctor_id, chair_id, status, status_at, note, sequence, scheduled_at)
    SELECT
      format('0190a000-0000-%s000-8000-%s', CASE WHEN by_staff THEN 5 WHEN i % 13 = 0 THEN 4 ELSE 7 END, lpad(i::text, 12, '0'))::uuid,
      treatment.id, treatment.name, day, to_char(day + at, 'HH12.MI AM - ') || to_char(day + at + interval '30 minutes', 'HH12.MI AM'),
      price + i % 100, person.id, email, person.name, format(CASE i % 2 WHEN 0 THEN phone ELSE '646-555-%s' END, line),
      CASE i % 3 WHEN 0 THEN 'pi_' || i END, CASE i % 3 WHEN 0 THEN made + interval '1 hour' END,
      CASE status WHEN 'cancelled' THEN made + interval '2 days' END, CASE status WHEN 'cancelled' THEN 'ill' END, i % 97 = 0, made,
      starts, starts + interval '30 minutes', tstzrange(starts, starts + interval '35 minutes'),
      format('d0c70000-0000-4000-8000-%s', lpad((i % 8 + 1)::text, 12, '0'))::uuid, format('c4a10000-0000-4000-8000-%s', lpad((i % 8 + 1)::text, 12, '0'))::uuid,
      status, CASE WHEN status IN ('done', 'no-show') THEN starts END, CASE i % 97 WHEN 0 THEN 'squeezed in ' || i ELSE '' END, i % 3, made + interval '5 minutes'
    FROM generate_series(0, 9999) i
    JOIN (SELECT row_number() OVER (ORDER BY n) - 1 AS nth, * FROM person WHERE n NOT BETWEEN 2401 AND 2500 AND n NOT BETWEEN 2821 AND 2840) AS person
      ON nth = i * 37 % 2725
    JOIN "user" ON "user".id = person.id
    JOIN treatment ON position = i % 6 + 1
    CROSS JOIN LATERAL (SELECT date '2026-01-05' + i / 128 AS day, time '09:00' + i / 8 % 16 * interval '40 minutes' AS at) AS time
    CROSS JOIN LATERAL (
      SELECT (day + at) AT TIME ZONE 'America/New_York' AS starts, timestamptz '2025-12-01Z' + i * interval '1 minute' AS made,
        kind = 'desk' OR i % 11 = 0 AS by_staff,
        CASE WHEN i % 10 = 5 OR (n > 2800 AND day >= '2026-03-10') THEN 'cancelled' WHEN day >= '2026-03-10' THEN 'booked'
          WHEN i % 20 = 0 THEN 'no-show' ELSE 'done' END AS status
    ) AS facts;
  UPDATE appointment_notice SET created_at = '2026-01-01Z', done_at = CASE WHEN right(booking_id::text, 1) IN ('0', '2', '4') THEN timestamptz '2026-01-01Z' END;
  INSERT INTO appointment_notice (booking_id, kind, sequence, starts_at, created_at, done_at)
    SELECT id, 'reminder', sequence, starts_at, starts_at - interval '1 day', CASE date WHEN '2026-03-11' THEN NULL ELSE starts_at END
    FROM booking WHERE status <> 'cancelled' AND date <= '2026-03-11';`

/** SQL that adds the payments: settled ones, second and unclaimed ones, and refunds of every state. Some that
 *  are open, unclaimed, due or pending are what a reconciliation under way has to look at next, the others later. */
export const payments = `
  INSERT INTO payment_intent (id, booking_id, patient_id, amount, currency, state, due, created_at)
    SELECT transaction_id, id, patient_id, price, 'usd', 'settled', paid_at, created_at FROM booking WHERE transaction_id IS NOT NULL;
  INSERT INTO payment_intent (id, booking_id, patient_id, amount, currency, state, due, created_at)
    SELECT 'open_' || id, id, patient_id, price, 'usd', 'open', CASE date WHEN '2026-03-11' THEN timestamptz '2026-03-10Z' ELSE '2100-01-01Z' END, created_at FROM booking
    WHERE transaction_id IS NULL AND status = 'booked' AND right(id::text, 1) IN ('1', '7');
  INSERT INTO payment_intent (id, booking_id, patient_id, amount, currency, state, due, created_at, dispute, disputed_at)
    SELECT 'second_' || id, id, patient_id, price, 'usd', 'refunding', '2100-01-01Z', created_at, 'lost', '2026-03-01Z' FROM booking
    WHERE transaction_id IS NOT NULL AND right(id::text, 2) = '42';
  INSERT INTO payment_intent (id, patient_id, amount, currency, state, due, created_at)
    SELECT 'alone_' || n, id, 1000 + n, 'usd', CASE WHEN n > 2820 THEN 'refunded' WHEN n % 50 = 0 THEN 'unclaimed' ELSE 'open' END,
      CASE WHEN n <= 200 THEN timestamptz '2026-03-10Z' ELSE '2100-01-01Z' END, '2026-01-01Z'
    FROM person WHERE n % 50 < 2 AND n <= 2500 OR n BETWEEN 2821 AND 2830;
  INSERT INTO refund (id, intent_id, amount, reason, note, requested_by, state, provider_id, check_at, created_at, succeeded_at)
    SELECT gen_random_uuid(), transaction_id, 1000 + nth % 90, CASE status WHEN 'cancelled' THEN 'cancelled' ELSE 'by-staff' END, 'refund ' || nth,
      CASE WHEN status <> 'cancelled' THEN 'person-3@example.org' END, state, CASE WHEN state NOT IN ('due', 'void') THEN 're_' || nth END,
      CASE WHEN nth < 300 THEN timestamptz '2026-03-10Z' ELSE '2100-01-01Z' END, '2026-02-01Z', CASE state WHEN 'succeeded' THEN timestamptz '2026-02-02Z' END
    FROM booking JOIN person ON person.id = patient_id
    CROSS JOIN LATERAL (SELECT substr(transaction_id, 4)::integer AS nth) AS numbered
    CROSS JOIN LATERAL (SELECT CASE WHEN n > 2800 THEN 'succeeded' ELSE (ARRAY['succeeded', 'due', 'pending', 'failed', 'void'])[nth / 6 % 5 + 1] END AS state) AS states
    WHERE nth % 6 = 0;
  INSERT INTO refund (id, intent_id, amount, reason, state, check_at, created_at)
    SELECT gen_random_uuid(), id, amount, 'second-payment', 'due', '2100-01-01Z', '2026-02-03Z' FROM payment_intent WHERE state = 'refunding';
  UPDATE payment_intent SET refunded = total FROM (SELECT intent_id, sum(amount) AS total FROM refund WHERE state <> 'void' GROUP BY 1) AS refunds WHERE intent_id = payment_intent.id;
  UPDATE booking SET refunded = CASE state WHEN 'succeeded' THEN amount ELSE 0 END, refunded_at = succeeded_at,
      refunding = CASE WHEN state IN ('due', 'pending', 'failed') THEN amount ELSE 0 END
    FROM refund WHERE intent_id = transaction_id;
  INSERT INTO payment_ledger (id, kind, intent_id, booking_id, amount, currency, reference, detail, at)
    SELECT gen_random_uuid(), kind, payment_intent.id, booking_id, amount, currency, CASE kind WHEN 'event' THEN 'evt_' || payment_intent.id END,
      CASE kind WHEN 'event' THEN 'payment_intent.succeeded' END, created_at
    FROM payment_intent JOIN (VALUES ('made', NULL), ('event', 'settled'), ('settled', 'settled'), ('refunding', 'refunding')) AS step(kind, only_in)
      ON only_in IS NULL OR only_in = state;
  INSERT INTO payment_ledger (id, kind, intent_id, booking_id, amount, currency, reference, detail, at)
    SELECT gen_random_uuid(), kind, intent_id, booking_id, refund.amount, currency, refund.id::text, reason, refund.created_at
    FROM refund JOIN payment_intent ON payment_intent.id = intent_id
    JOIN (VALUES ('refund-requested', NULL), ('refund-succeeded', 'succeeded'), ('refund-failed', 'failed')) AS step(kind, only_in) ON only_in IS NULL OR only_in = refund.state;`
