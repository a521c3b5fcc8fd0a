import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  foreignKey,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { type PictureUse, pictureUses } from '#contract/clinic-picture.ts'
import { bytes, calendarDay, instant, isOneOf } from './columns.ts'

/** Maximum size of a picture, in bytes. Random noise, the worst case for WebP, needs 193,000 and 8,300 bytes; portraits
 *  need a tenth. */
export const maxPictureBytes = { large: 256 * 1024, small: 16 * 1024 }

/** Maximum size of one version of a picture of the public pages, in bytes. */
export const maxVersionBytes = 1024 * 1024

/** A picture that doctors and the clinic reference by `url`: a path if its bytes are stored here, else an https URL. It
 *  is deleted once it is `due` and nothing references it. A picture of public pages is made for a `use`, and the widest
 *  of its versions has `width`. `inFolder`: an earlier release stored the bytes in `DATA_DIR/photos`,
 *  and they are not imported yet. */
export const photo = pgTable(
  'photo',
  {
    id: uuid('id').primaryKey(),
    url: text('url').notNull().unique('photo_url_once'),
    large: bytes('large'),
    small: bytes('small'),
    inFolder: boolean('in_folder').notNull().default(false),
    due: instant('due').notNull().default(sql`now() + interval '1 day'`),
    createdAt: instant('created_at').notNull().defaultNow(),
    use: text('use').$type<PictureUse>(),
    width: integer('width'),
  },
  ({ url, large, small, inFolder, due, use, width }) => [
    index('photo_due').on(due),
    check('photo_use_known', isOneOf(use, pictureUses)),
    check('photo_use_and_width', sql`(${use} IS NULL) = (${width} IS NULL)`),
    check('photo_both_sizes', sql`(${large} IS NULL) = (${small} IS NULL)`),
    check('photo_bytes_or_elsewhere', sql`(${large} IS NULL) = (${inFolder} OR ${url} NOT LIKE '/%')`),
    check(
      'photo_size',
      sql`length(${large}) BETWEEN 1 AND ${sql.raw(String(maxPictureBytes.large))} AND length(${small}) BETWEEN 1 AND ${sql.raw(String(maxPictureBytes.small))}`,
    ),
  ],
)

/** A version of a picture of the public pages, at one width in pixels and in one format. */
export const photoVersion = pgTable(
  'photo_version',
  {
    photoId: uuid('photo_id')
      .notNull()
      .references(() => photo.id, { onDelete: 'cascade' }),
    width: integer('width').notNull(),
    format: text('format').$type<'avif' | 'webp'>().notNull(),
    bytes: bytes('bytes').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.photoId, table.width, table.format] }),
    check('photo_version_format_known', isOneOf(table.format, ['avif', 'webp'])),
    check('photo_version_size', sql`length(${table.bytes}) BETWEEN 1 AND ${sql.raw(String(maxVersionBytes))}`),
  ],
)

/** A doctor of the clinic. `specialty` is the name of a treatment, or empty. Patients see `languages` and the
 *  `sentence` about the doctor. A doctor with appointments is never deleted: `leftAt` is set instead. `lastDay`: the
 *  last day of one who will leave. The foreign key `photo_of_doctor` prevents the deletion of a photo in use. */
export const doctor = pgTable(
  'doctor',
  {
    id: uuid('id').primaryKey(),
    name: text('name').notNull(),
    email: text('email').notNull(),
    specialty: text('specialty').notNull(),
    languages: text('languages').notNull().default(''),
    sentence: text('sentence').notNull().default(''),
    img: text('img').notNull(),
    createdAt: instant('created_at').notNull().defaultNow(),
    leftAt: instant('left_at'),
    lastDay: calendarDay('last_day'),
  },
  (table) => [
    uniqueIndex('doctor_email_once').on(table.email).where(sql`${table.leftAt} is null`),
    index('doctor_of_photo').on(table.img),
    check('doctor_email_lower', sql`${table.email} = lower(${table.email})`),
    check('doctor_languages', sql`length(${table.languages}) <= 100`),
    check('doctor_sentence', sql`length(${table.sentence}) <= 200`),
    foreignKey({ name: 'photo_of_doctor', columns: [table.img], foreignColumns: [photo.url] }),
  ],
)
