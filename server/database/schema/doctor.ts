import { sql } from 'drizzle-orm'
import { check, foreignKey, index, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { instant } from './columns.ts'

/** A photo that was uploaded. `url` is where it was said to be, a path for those kept here; null while it is on its way in or out.
 *  From `due` on it goes, unless a doctor refers to it. */
export const photo = pgTable(
  'photo',
  {
    id: uuid('id').primaryKey(),
    url: text('url').unique('photo_url_once'),
    due: instant('due').notNull().default(sql`now() + interval '1 day'`),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  (table) => [index('photo_due').on(table.due)],
)

/** A doctor of the clinic. `specialty` is the name of a treatment, or empty. By `photo_of_doctor` nothing takes a photo away that a doctor
 *  refers to. */
export const doctor = pgTable(
  'doctor',
  {
    id: uuid('id').primaryKey(),
    name: text('name').notNull(),
    email: text('email').notNull(),
    specialty: text('specialty').notNull(),
    img: text('img').notNull(),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex('doctor_email_once').on(table.email),
    index('doctor_of_photo').on(table.img),
    check('doctor_email_lower', sql`${table.email} = lower(${table.email})`),
    foreignKey({ name: 'photo_of_doctor', columns: [table.img], foreignColumns: [photo.url] }),
  ],
)
