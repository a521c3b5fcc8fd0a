import type { Client } from 'pg'
import { dentists, horizonDays, idOf, opensAt, slotMinutes, timesADay } from './clinic.ts'

const treatments = ['Check-up', 'X-ray', 'Fluoride', 'Cleaning', 'Filling', 'Whitening', 'Sealant', 'Impression']

/** Adds the clinic's treatments, dentists, chairs, hours and numbers. Every dentist has weekly hours, a chair and all
 *  treatments. */
export async function addRules(client: Client): Promise<void> {
  const closesAt = opensAt + timesADay * slotMinutes
  await client.query(`
    INSERT INTO treatment (id, name, price, position, duration_minutes)
      SELECT ${idOf('treatment', 'n')}, name, 3500 + 1000 * n, n, ${slotMinutes}
      FROM unnest('{${treatments.join(',')}}'::text[]) WITH ORDINALITY AS t(name, n);
    INSERT INTO photo (id, url, due) VALUES (gen_random_uuid(), 'https://pictures.example/dentist.webp', 'infinity');
    INSERT INTO doctor (id, name, email, specialty, img)
      SELECT ${idOf('doctor', 'n')}, 'Dr. Number ' || n, 'dentist' || n || '@clinic.example', '${treatments[0]}', url
      FROM photo, generate_series(0, ${dentists - 1}) AS n;
    INSERT INTO doctor_treatment (doctor_id, treatment_id) SELECT doctor.id, treatment.id FROM doctor, treatment ON CONFLICT DO NOTHING;
    INSERT INTO chair (id, name) SELECT ${idOf('chair', 'n')}, 'Chair ' || n FROM generate_series(0, ${dentists - 1}) AS n;
    INSERT INTO clinic_policy (grid_minutes, horizon_days, max_upcoming) VALUES (${slotMinutes}, ${horizonDays}, 1000);
    INSERT INTO clinic_hours (weekday, opens, closes) SELECT n, ${opensAt}, ${closesAt} FROM generate_series(1, 7) AS n;
    INSERT INTO doctor_hours (doctor_id, weekday, starts, ends)
      SELECT doctor.id, n, ${opensAt}, ${closesAt} FROM doctor, generate_series(1, 7) AS n;`)
}
