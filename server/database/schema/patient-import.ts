import { sql } from 'drizzle-orm'
import { check, index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import type { DateOrder } from '#contract/patient/date-order.ts'
import type { FieldWith, PatientFields } from '#contract/patient/fields.ts'
import {
  type DuplicateKind,
  type ImportColumns,
  type ImportEncoding,
  type ImportKind,
  type ImportProblem,
  type ImportStart,
  type ImportState,
  importKinds,
  importStates,
} from '#contract/patient/import.ts'
import { calendarDay, instant, isOneOf } from './columns.ts'
import { patient } from './patient.ts'

/** An import of a file. `done` of `steps` are behind it in its state. One can run at a time. */
export const patientImport = pgTable(
  'patient_import',
  {
    id: uuid('id').primaryKey(),
    kind: text('kind').$type<ImportKind>().notNull(),
    state: text('state').$type<ImportState>().notNull().default('reading'),
    fileName: text('file_name').notNull(),
    fileHash: text('file_hash').notNull(),
    encoding: text('encoding').$type<ImportEncoding>().notNull(),
    delimiter: text('delimiter').notNull(),
    headings: jsonb('headings').$type<string[]>().notNull(),
    columns: jsonb('columns').$type<ImportColumns>().notNull(),
    dateOrder: text('date_order').$type<DateOrder>().notNull(),
    choices: jsonb('choices').$type<ImportStart>(),
    rows: integer('rows').notNull().default(0),
    steps: integer('steps').notNull().default(0),
    done: integer('done').notNull().default(0),
    added: integer('added').notNull().default(0),
    updated: integer('updated').notNull().default(0),
    skipped: integer('skipped').notNull().default(0),
    faulty: integer('faulty').notNull().default(0),
    kept: integer('kept').notNull().default(0),
    userId: text('user_id').notNull(),
    actor: text('actor').notNull(),
    ip: text('ip').notNull(),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex('patient_import_one_at_a_time')
      .on(sql`(true)`)
      .where(sql`${table.state} in ('checking', 'importing', 'undoing')`),
    index('patient_import_by_hash').on(table.fileHash),
    check('patient_import_kind_known', isOneOf(table.kind, importKinds)),
    check('patient_import_state_known', isOneOf(table.state, importStates)),
  ],
)

/** States of a row. `parsed` ones still wait for the search of duplicates, or for
 *  the trial of their appointment, whose `outside` ones need a dispensation. */
export const rowStates = [
  ...['waiting', 'parsed', 'ready', 'outside', 'faulty', 'added', 'updated', 'skipped', 'undone', 'kept'],
] as const
export type RowState =
  | 'waiting'
  | 'parsed'
  | 'ready'
  | 'outside'
  | 'faulty'
  | 'added'
  | 'updated'
  | 'skipped'
  | 'undone'
  | 'kept'

/** The fields that an import has filled in a patient that the clinic knew. `print` is a hash of a patient whom it has
 *  added, as it left them: an undo thereby knows whether anybody has changed them since. */
export type Filled = Partial<Pick<PatientFields, FillableField>> & { phones?: string[]; print?: string }

/** A field that can be unknown, which an import thereby fills. */
export type FillableField = FieldWith<{ stored: 'null' | 'text' }>

/** A row of a file, by its number in a spreadsheet. `cells` and `values` are emptied once it is imported. The keys find
 *  duplicates. `patientId` has no foreign key, so that a record can be deleted. */
export const patientImportRow = pgTable(
  'patient_import_row',
  {
    importId: uuid('import_id')
      .notNull()
      .references(() => patientImport.id, { onDelete: 'cascade' }),
    row: integer('row').notNull(),
    state: text('state').$type<RowState>().notNull().default('waiting'),
    cells: jsonb('cells').$type<string[]>(),
    values: jsonb('values').$type<Record<string, unknown>>(),
    problems: jsonb('problems').$type<(Omit<ImportProblem, 'row'> & { isPartial?: boolean })[]>(),
    nameKey: text('name_key'),
    email: text('email'),
    birthDate: calendarDay('birth_date'),
    phoneKeys: jsonb('phone_keys').$type<string[]>(),
    oldId: text('old_id'),
    day: calendarDay('day'),
    likeKind: text('like_kind').$type<DuplicateKind>(),
    likePatient: text('like_patient'),
    likeRow: integer('like_row'),
    patientId: text('patient_id'),
    bookingId: uuid('booking_id'),
    filled: jsonb('filled').$type<Filled>(),
    reason: text('reason'),
  },
  (table) => [
    primaryKey({ name: 'patient_import_row_once', columns: [table.importId, table.row] }),
    index('patient_import_row_by_state').on(table.importId, table.state, table.day, table.row),
    index('patient_import_row_by_name').on(table.importId, table.nameKey),
    index('patient_import_row_by_email').on(table.importId, table.email),
    index('patient_import_row_by_old_id').on(table.importId, table.oldId),
    index('patient_import_row_of_patient').on(table.patientId),
    check('patient_import_row_state_known', isOneOf(table.state, rowStates)),
  ],
)

/** The id that a patient had in the clinic's old system. */
export const patientOldId = pgTable(
  'patient_old_id',
  {
    oldId: text('old_id').primaryKey(),
    patientId: text('patient_id')
      .notNull()
      .references(() => patient.id, { onDelete: 'cascade' }),
  },
  (table) => [index('patient_old_id_of_patient').on(table.patientId)],
)
