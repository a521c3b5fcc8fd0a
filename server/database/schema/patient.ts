import { sql } from 'drizzle-orm'
import { type AnyPgColumn, check, date, index, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { type ContactWay, contactWays, type Relation, relations } from '#contract/patient/patient.ts'
import { instant, isOneOf } from './columns.ts'
import { user } from './user.ts'

/** A person who is treated, with or without an account. `contact`: how they want to hear from the clinic. Only staff
 *  see `notes`. `erasedAt`: the person had their data erased; the row stays, without name and email, for the clinic's
 *  books. `mergedInto`: the record that has everything of this one. `recallsStoppedAt`: since then the clinic does not
 *  invite them back; nor before the day `recallsSnoozedUntil`. */
export const patient = pgTable(
  'patient',
  {
    id: text('id').primaryKey(),
    name: text('name').notNull(),
    birthDate: date('birth_date', { mode: 'string' }),
    email: text('email'),
    language: text('language'),
    contact: text('contact').$type<ContactWay>().notNull().default('email'),
    notes: text('notes').notNull().default(''),
    createdAt: instant('created_at').notNull().defaultNow(),
    erasedAt: instant('erased_at'),
    recallsStoppedAt: instant('recalls_stopped_at'),
    recallsSnoozedUntil: date('recalls_snoozed_until', { mode: 'string' }),
    mergedInto: text('merged_into').references((): AnyPgColumn => patient.id),
  },
  (table) => [
    index('patient_by_words').using('gin', sql`patient_words(${table.name}, ${table.email}, ${table.birthDate})`),
    index('patient_by_name')
      .on(sql`lower(${table.name})`, table.id)
      .where(sql`${table.erasedAt} is null and ${table.mergedInto} is null`),
    index('patient_by_creation')
      .on(table.createdAt, table.id)
      .where(sql`${table.erasedAt} is null and ${table.mergedInto} is null`),
    // By name as it is compared, for duplicates.
    index('patient_by_fold').on(sql`fold(${table.name})`),
    index('patient_by_email').on(table.email).where(sql`${table.email} is not null`),
    index('patient_merged').on(table.mergedInto).where(sql`${table.mergedInto} is not null`),
    check('patient_email_lower', sql`${table.email} = lower(${table.email})`),
    check('patient_contact_known', isOneOf(table.contact, contactWays)),
    check('patient_notes_length', sql`length(${table.notes}) <= 20000`),
  ],
)

/** A phone number of a patient as it was typed, and its digits for the search, which a trigger keeps. */
export const patientPhone = pgTable(
  'patient_phone',
  {
    patientId: text('patient_id')
      .notNull()
      .references(() => patient.id, { onDelete: 'cascade' }),
    number: text('number').notNull(),
    digits: text('digits').notNull().default(''),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ name: 'patient_phone_once', columns: [table.patientId, table.digits] }),
    index('patient_phone_by_digits').using('gin', sql`digit_groups(${table.digits})`),
    check('patient_phone_length', sql`length(${table.number}) <= 40`),
  ],
)

/** Which account may act for which patient. A trigger adds the own patient (`self`) of a new account. */
export const patientUser = pgTable(
  'patient_user',
  {
    userId: text('user_id')
      .notNull()
      .references(() => user.id, { onDelete: 'cascade' }),
    patientId: text('patient_id')
      .notNull()
      .references(() => patient.id, { onDelete: 'cascade' }),
    relation: text('relation').$type<Relation>().notNull(),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ name: 'patient_user_once', columns: [table.userId, table.patientId] }),
    uniqueIndex('patient_user_self_once').on(table.userId).where(sql`${table.relation} = 'self'`),
    index('patient_user_of_patient').on(table.patientId),
    check('patient_user_relation_known', isOneOf(table.relation, relations)),
  ],
)
