import { z } from 'zod/mini'
import { email } from '../kit/text/email.ts'
import { plainText, textOrEmpty } from '../kit/text/plain-text.ts'
import { isoDateOrEmpty } from '../kit/time/iso-date.ts'
import { birthDate, contactWay } from './patient.ts'

const maxPhones = 10

/** The most characters of the notes about a patient, and of the alerts. */
export const maxNotes = 20_000
export const maxAlerts = 500

const phone = plainText('A phone number is needed', 40).check(
  z.refine((text) => (text.match(/\p{Nd}/gu) ?? []).length >= 3, 'A phone number has at least 3 digits'),
)

// Line breaks and tabs are what several lines need of the control characters.
const lines = (max: number) =>
  z
    .string('Text is needed')
    .check(
      z.trim(),
      z.maxLength(max, `Must be ${max} characters or shorter`),
      z.regex(/^(?:[^\p{Cc}\p{Cs}]|[\n\r\t])*$/u, 'Must not contain control characters'),
    )

/** What the clinic knows of a patient and staff can change: every form, copy, merge, import and export of a patient is
 *  made from this table.
 *  - `schema`: what is accepted. `answer`: what was accepted at any time.
 *  - `unknown`: the value of a patient of whom nobody has said anything; undefined if there is always one.
 *  - `stored`: a column that is null while the value is unknown (`null`), a text that staff write about the patient
 *    (`text`), a column with a value always (`value`), or rows of a table of their own.
 *  - `merge`: of two records, `one` value stays or those of `both`.
 *  - `input`: the field of a form, and how the record shows the value. */
export const patientFields = {
  name: {
    label: 'Name',
    schema: plainText('Name is Required', 100),
    answer: z.string(),
    unknown: undefined,
    stored: 'value',
    merge: 'one',
    input: 'text',
  },
  birthDate: {
    label: 'Birth date',
    schema: birthDate,
    answer: isoDateOrEmpty,
    unknown: '',
    stored: 'null',
    merge: 'one',
    input: 'date',
  },
  phones: {
    label: 'Phones',
    inWords: 'phone numbers',
    schema: z.array(phone).check(z.maxLength(maxPhones, `At most ${maxPhones} phone numbers`)),
    answer: z.array(z.string()),
    unknown: [],
    stored: 'rows',
    merge: 'both',
    input: 'phones',
  },
  email: {
    label: 'Email',
    schema: z.union([z.literal(''), email], { error: 'Provide a valid Email' }),
    answer: z.string(),
    unknown: '',
    stored: 'null',
    merge: 'one',
    input: 'email',
  },
  /** A tag of BCP 47. */
  language: {
    label: 'Language',
    schema: textOrEmpty(35).check(z.regex(/^([a-zA-Z]{2,3}(-[a-zA-Z0-9]{1,8})*)?$/, 'A language such as de or en-US')),
    answer: z.string(),
    unknown: '',
    stored: 'null',
    merge: 'one',
    input: 'language',
  },
  contact: {
    label: 'Preferred contact',
    schema: contactWay,
    answer: contactWay,
    unknown: 'email',
    stored: 'value',
    merge: 'one',
    input: 'contact',
  },
  /** What everyone who treats the patient must know. Each line is an alert. */
  alerts: {
    label: 'Alerts',
    schema: lines(maxAlerts),
    answer: z.string(),
    unknown: '',
    stored: 'text',
    merge: 'both',
    input: 'alerts',
  },
  notes: {
    label: 'Notes',
    schema: lines(maxNotes),
    answer: z.string(),
    unknown: '',
    stored: 'text',
    merge: 'both',
    input: 'notes',
  },
} as const

type Table = typeof patientFields
export type PatientField = keyof Table

/** The fields with one of these marks, such as `{ stored: 'null' }`. */
export type FieldWith<Marks> = { [F in PatientField]: Table[F] extends Marks ? F : never }[PatientField]

/** The fields in the order in which people see them. */
export const fieldNames = Object.keys(patientFields) as PatientField[]

/** The label of each field. */
export const fieldLabels = Object.fromEntries(fieldNames.map((field) => [field, patientFields[field].label])) as {
  [F in PatientField]: Table[F]['label']
}

/** Lists the fields that are stored or merged in one of these ways. */
export function fieldsWith<const Key extends 'stored' | 'merge', const Value extends string>(
  key: Key,
  values: readonly Value[],
): FieldWith<Record<Key, Value>>[] {
  const isOne = (field: PatientField) => (values as readonly string[]).includes(patientFields[field][key])
  return fieldNames.filter(isOne) as FieldWith<Record<Key, Value>>[]
}

/** Returns how a sentence names a field. */
export function inWords(field: PatientField): string {
  const described: { label: string; inWords?: string } = patientFields[field]
  return described.inWords ?? described.label.toLowerCase()
}

/** The fields that are columns of the patient; the others are rows of tables of their own. */
export type ColumnField = FieldWith<{ stored: 'null' | 'text' | 'value' }>
export const columnFields: ColumnField[] = fieldsWith('stored', ['null', 'text', 'value'])

type Shape<F extends PatientField, Key extends 'schema' | 'answer'> = { [Field in F]: Table[Field][Key] }

/** Returns the schemas of some fields, for an object of zod. */
export const shapeOf = <F extends PatientField, const Key extends 'schema' | 'answer'>(fields: F[], key: Key) =>
  Object.fromEntries(fields.map((field) => [field, patientFields[field][key]])) as Shape<F, Key>

/** What staff can change about a patient. An empty text: not known. */
export const patientValues = z.object(shapeOf(fieldNames, 'schema'))
export type PatientFields = z.infer<typeof patientValues>

/** Values of a patient as answers have had them, which a request repeats. */
export const patientAnswer = z.object(shapeOf(fieldNames, 'answer'))

type OtherField = Exclude<PatientField, 'name'>
const otherFields = fieldNames.filter((field) => field !== 'name') as OtherField[]

/** What is known of a patient but for the name, before anybody has said anything. */
export const nothingKnown = Object.fromEntries(
  otherFields.map((field): [string, unknown] => [field, patientFields[field].unknown]),
) as Omit<PatientFields, 'name'>

const orUnknown = <const Key extends 'schema' | 'answer'>(key: Key) =>
  Object.fromEntries(
    otherFields.map((field) => [field, z._default(patientFields[field][key] as z.ZodMiniType, nothingKnown[field])]),
  ) as { [F in OtherField]: z.ZodMiniDefault<Table[F][Key]> }

/** A new patient, of whom only the name is needed. */
export const newPatient = z.object({ name: patientFields.name.schema, ...orUnknown('schema') })

/** A patient in an answer. A server of an earlier release does not know each field. */
export const shownPatient = z.object({ name: patientFields.name.answer, ...orUnknown('answer') })

const eachOf = <F extends PatientField, Schema>(fields: readonly F[], schema: Schema) =>
  Object.fromEntries(fields.map((field) => [field, schema])) as Record<F, Schema>

/** The fields with a column, as it has them. */
export const storedFields = {
  ...eachOf(fieldsWith('stored', ['null']), z.nullable(z.string())),
  ...eachOf(fieldsWith('stored', ['text', 'value']), z.string()),
}
