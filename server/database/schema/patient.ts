import { sql } from 'drizzle-orm'
import {
  type AnyPgColumn,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import {
  type ContactWay,
  contactWays,
  type JoinWay,
  joinWays,
  type Relation,
  relations,
  type TieWay,
  tieWays,
} from '#contract/patient/patient.ts'
import { calendarDay, instant, isOneOf } from './columns.ts'
import { user } from './user.ts'

/** A person who is treated, with or without an account. `contact`: how they want to hear from the clinic. Only staff
 *  see `alerts` and `notes`. `erasedAt`: the person had their data erased; the row stays, without name and email, for
 *  the clinic's books. `mergedInto`: the record that has everything of this one. `recallsStoppedAt`: since then the
 *  clinic does not invite them back; nor before the day `recallsSnoozedUntil`. `diedAt`: when staff noted that the
 *  person has died. `tieEndedAt`: when an account last stopped acting for them, which ends links that don't name their
 *  recipient. */
export const patient = pgTable(
  'patient',
  {
    id: text('id').primaryKey(),
    name: text('name').notNull(),
    birthDate: calendarDay('birth_date'),
    email: text('email'),
    language: text('language'),
    contact: text('contact').$type<ContactWay>().notNull().default('email'),
    alerts: text('alerts').notNull().default(''),
    notes: text('notes').notNull().default(''),
    createdAt: instant('created_at').notNull().defaultNow(),
    erasedAt: instant('erased_at'),
    recallsStoppedAt: instant('recalls_stopped_at'),
    recallsSnoozedUntil: calendarDay('recalls_snoozed_until'),
    diedAt: instant('died_at'),
    tieEndedAt: instant('tie_ended_at'),
    mergedInto: text('merged_into').references((): AnyPgColumn => patient.id),
  },
  (table) => [
    index('patient_by_words').using('gin', sql`patient_words(${table.name}, ${table.email}, ${table.birthDate})`),
    index('patient_by_name')
      .on(sql`lower(${table.name})`, table.id)
      .where(sql`${table.erasedAt} is null and ${table.mergedInto} is null`),
    index('patient_by_last_name')
      .on(sql`last_name(${table.name})`, sql`lower(${table.name})`, table.id)
      .where(sql`${table.erasedAt} is null and ${table.mergedInto} is null`),
    index('patient_by_creation')
      .on(table.createdAt, table.id)
      .where(sql`${table.erasedAt} is null and ${table.mergedInto} is null`),
    // By name as it is compared, for duplicates.
    index('patient_by_name_key').on(sql`name_key(${table.name})`),
    index('patient_by_email').on(table.email).where(sql`${table.email} is not null`),
    index('patient_died').on(table.id).where(sql`${table.diedAt} is not null`),
    index('patient_merged').on(table.mergedInto).where(sql`${table.mergedInto} is not null`),
    check('patient_email_lower', sql`${table.email} = lower(${table.email})`),
    check('patient_contact_known', isOneOf(table.contact, contactWays)),
    // The alerts of merged records stay, so that there can be more than staff may write at once.
    check('patient_alerts_length', sql`length(${table.alerts}) <= 20000`),
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

/** A tie: which account may act for which patient. A trigger adds that to the own patient (`self`) of a new account.
 *  `way`: how the tie was made, `madeBy`: by whom, an email or empty for the account itself. `agreedAt`: when the
 *  patient, of age, agreed that the account sees what it books. Links name the `id` and end with the row. */
export const patientUser = pgTable(
  'patient_user',
  {
    id: uuid('id').notNull().defaultRandom(),
    userId: text('user_id')
      .notNull()
      .references(() => user.id, { onDelete: 'cascade' }),
    patientId: text('patient_id')
      .notNull()
      .references(() => patient.id, { onDelete: 'cascade' }),
    relation: text('relation').$type<Relation>().notNull(),
    way: text('way').$type<TieWay>().notNull().default('former'),
    madeBy: text('made_by').notNull().default(''),
    agreedAt: instant('agreed_at'),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ name: 'patient_user_once', columns: [table.userId, table.patientId] }),
    unique('patient_user_id_once').on(table.id),
    uniqueIndex('patient_user_self_once').on(table.userId).where(sql`${table.relation} = 'self'`),
    uniqueIndex('patient_user_own_once').on(table.patientId).where(sql`${table.relation} = 'self'`),
    index('patient_user_of_patient').on(table.patientId),
    check('patient_user_relation_known', isOneOf(table.relation, relations)),
    check('patient_user_way_known', isOneOf(table.way, tieWays)),
  ],
)

/** Two records that became one: `formerId` leads to `keptId`. `undo` has what merge_patient() changed, and the kept
 *  record afterwards; it goes once the join can't be undone any more. */
export const patientJoin = pgTable(
  'patient_join',
  {
    id: uuid('id').primaryKey(),
    formerId: text('former_id')
      .notNull()
      .references(() => patient.id, { onDelete: 'cascade' }),
    keptId: text('kept_id')
      .notNull()
      .references(() => patient.id, { onDelete: 'cascade' }),
    way: text('way').$type<JoinWay>().notNull(),
    madeBy: text('made_by').notNull(),
    madeAt: instant('made_at').notNull().defaultNow(),
    undo: jsonb('undo').$type<object>(),
    undoneAt: instant('undone_at'),
    undoneBy: text('undone_by'),
  },
  (table) => [
    index('patient_join_of_kept').on(table.keptId),
    index('patient_join_of_former').on(table.formerId),
    check('patient_join_way_known', isOneOf(table.way, joinWays)),
  ],
)

/** A code that the desk gives a patient, who enters it in their account to reach their record. `codeHash`: a keyed
 *  hash, because codes are short. */
export const recordCode = pgTable(
  'record_code',
  {
    patientId: text('patient_id')
      .primaryKey()
      .references(() => patient.id, { onDelete: 'cascade' }),
    codeHash: text('code_hash').notNull().unique('record_code_once'),
    madeBy: text('made_by').notNull(),
    expiresAt: instant('expires_at').notNull(),
  },
  (table) => [index('record_code_by_expiry').on(table.expiresAt)],
)

/** How often an account named a wrong birth date or code of a record. The desk's next step for the account resets
 *  it. */
export const recordTry = pgTable('record_try', {
  userId: text('user_id')
    .primaryKey()
    .references(() => user.id, { onDelete: 'cascade' }),
  birthDates: integer('birth_dates').notNull().default(0),
  codes: integer('codes').notNull().default(0),
  triedAt: instant('tried_at').notNull().defaultNow(),
})
