import { type SQL, sql } from 'drizzle-orm'
import {
  type ColumnField,
  columnFields,
  fieldsWith,
  nothingKnown,
  type PatientField,
  type PatientFields,
  patientFields,
} from '#contract/patient/fields.ts'
import { patient } from '#server/database/schema/patient.ts'

export type FieldColumns = Pick<typeof patient.$inferSelect, ColumnField>

/** Returns the columns of some fields, for a select. */
export const columnsOf = <F extends ColumnField>(fields: readonly F[]) =>
  Object.fromEntries(fields.map((field) => [field, patient[field]])) as unknown as Pick<typeof patient, F>

const textColumns = fieldsWith('stored', ['text']).map((field) => sql.identifier(patient[field].name))

/** Whether staff have written something about a patient. `row`: the name of the row in the query. */
export const isWrittenAbout = (row: SQL): SQL =>
  sql`(${sql.join(
    textColumns.map((column) => sql`${row}.${column} <> ''`),
    sql` or `,
  )})`

const isNullable = (field: ColumnField) => patientFields[field].stored === 'null'

/** Returns the columns of these values of a patient. What is not given is left out. */
export function toColumns(values: { [F in PatientField]?: PatientFields[F] | undefined }): Partial<FieldColumns> {
  const given = columnFields.filter((field) => values[field] !== undefined)
  return Object.fromEntries(given.map((field) => [field, isNullable(field) ? values[field] || null : values[field]]))
}

/** Returns the values of these columns, without those that are rows of another table. */
export function toValues(row: FieldColumns): Pick<PatientFields, ColumnField> {
  return Object.fromEntries(columnFields.map((field) => [field, row[field] ?? ''])) as Pick<PatientFields, ColumnField>
}

/** Returns the columns of the fields of a row. */
export const pickColumns = (row: FieldColumns): FieldColumns =>
  Object.fromEntries(columnFields.map((field) => [field, row[field]])) as FieldColumns

/** Returns the columns of a patient of whom nothing is known but the name. */
export const nothingIn = (name: string): FieldColumns => toColumns({ ...nothingKnown, name }) as FieldColumns
