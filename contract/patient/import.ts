import { z } from 'zod/mini'
import { dateColumn, dateOrder } from './date-order.ts'
import { fieldLabels } from './fields.ts'

/** What a file contains. */
export const importKinds = ['patients', 'appointments'] as const
const importKind = z.enum(importKinds, { error: 'One of: patients, appointments' })
export type ImportKind = z.infer<typeof importKind>

/** Largest file, in bytes, and its most rows. */
export const largestImport = 20 * 1024 * 1024
export const mostImportRows = 100_000

/** Problems and kept records that a response lists; the CSV of problems has all. */
export const listedProblems = 200

const { name, birthDate, email, ...otherLabels } = fieldLabels

/** Fields of a row, in the order of an export, with the heading that an export has. A name can be in two columns. */
export const importFields = {
  patients: {
    name,
    firstName: 'First name',
    lastName: 'Last name',
    ...{ birthDate, email, ...otherLabels },
    oldId: 'Old id',
  },
  appointments: {
    oldId: 'Old id',
    email: 'Email',
    name: 'Name',
    firstName: 'First name',
    lastName: 'Last name',
    birthDate: 'Birth date',
    treatment: 'Treatment',
    date: 'Date',
    time: 'Time',
    dentist: 'Dentist',
    phone: 'Phone',
    price: 'Price',
    note: 'Note',
  },
} as const
export type ImportField = keyof (typeof importFields)['patients'] | keyof (typeof importFields)['appointments']

const allFields = [...new Set([...Object.keys(importFields.patients), ...Object.keys(importFields.appointments)])]
const field = z.enum(allFields as [ImportField, ...ImportField[]])

/** Tells whether several columns can have a field, all of whose cells count. */
export const isInSeveralColumns = (field: ImportField) => field === 'phones' || field === 'alerts'

/** The field of each column of a file; null for one that is not imported. */
const importColumns = z.array(z.nullable(field)).check(z.maxLength(200, 'At most 200 columns'))
export type ImportColumns = z.infer<typeof importColumns>

/** Tells whether a field is a date, whose order of day and month counts. */
export const isDateField = (field: ImportField | null | undefined) => field === 'birthDate' || field === 'date'

/** How a row resembles a patient, or an earlier row: the same old id; the same name and email; the same name and phone;
 *  the same name and birth date; the same email under another name, as families have it. */
export const duplicateKinds = ['id', 'email', 'phone', 'birth-date', 'family'] as const
export type DuplicateKind = (typeof duplicateKinds)[number]

/** What becomes of such a row. `update` fills fields of the patient that are empty. */
export const duplicateChoices = ['skip', 'update', 'add'] as const
const duplicateChoice = z.enum(duplicateChoices, { error: 'One of: skip, update, add' })
export type DuplicateChoice = z.infer<typeof duplicateChoice>

/** Body of `POST /patient-imports/:id/check`. The order of day and month counts only if the cells of the date columns
 *  leave it open, and is needed then. */
export const importCheck = z.object({ columns: importColumns, dateOrder: z.optional(dateOrder) })
export type ImportCheck = z.infer<typeof importCheck>

const off = z._default(z.boolean(), false)

/** Body of `POST /patient-imports/:id/start`. Nothing is sent unless asked: `claimLinks` are emails to make an account,
 *  `confirmations` and `reminders` those about appointments. `keepOutside` books appointments in spite of the clinic’s
 *  rules and of overlaps. A relative with the same email is another person, whose row never fills fields. */
export const importStart = z.object({
  duplicates: z.object({
    id: z._default(duplicateChoice, 'skip'),
    email: z._default(duplicateChoice, 'skip'),
    phone: z._default(duplicateChoice, 'skip'),
    'birth-date': z._default(duplicateChoice, 'skip'),
    family: z._default(z.enum(['skip', 'add'], { error: 'One of: skip, add' }), 'add'),
  }),
  ...{ claimLinks: off, confirmations: off, reminders: off, keepOutside: off },
})
export type ImportStart = z.infer<typeof importStart>
export type ImportStartInput = z.input<typeof importStart>

/** States of an import. A kill continues in the same state. `undoing` follows a cancellation, too. */
export const importStates = [
  ...['reading', 'uploaded', 'checking', 'checked', 'importing', 'imported', 'undoing', 'undone'],
] as const
export type ImportState =
  | 'reading'
  | 'uploaded'
  | 'checking'
  | 'checked'
  | 'importing'
  | 'imported'
  | 'undoing'
  | 'undone'

const count = z.int().check(z.nonnegative())

/** An import as a list has it. `done` of `steps` show its progress; `rows` are those of the file, without the
 *  headings. */
export const listedImport = z.object({
  _id: z.uuid(),
  kind: importKind,
  state: z.enum(importStates as unknown as [ImportState, ...ImportState[]]),
  fileName: z.string(),
  actor: z.string(),
  at: z.iso.datetime(),
  ...{ rows: count, steps: count, done: count },
  ...{ added: count, updated: count, skipped: count, faulty: count, kept: count },
})

/** What is wrong with a row. */
const importProblem = z.object({ row: count, field: z.string(), sentence: z.string() })
export type ImportProblem = z.infer<typeof importProblem>

/** How the text of a file can be encoded, with the name of each. */
export const encodings = {
  'utf-8': 'UTF-8',
  'windows-1252': 'Windows-1252 (Western Europe)',
  macintosh: 'Mac Roman',
  'utf-16le': 'UTF-16',
  'utf-16be': 'UTF-16, big-endian',
  'windows-1250': 'Windows-1250 (Central Europe)',
  'windows-1251': 'Windows-1251 (Cyrillic)',
  'windows-1253': 'Windows-1253 (Greek)',
  'windows-1254': 'Windows-1254 (Turkish)',
  'windows-1255': 'Windows-1255 (Hebrew)',
  'windows-1256': 'Windows-1256 (Arabic)',
  'windows-1257': 'Windows-1257 (Baltic)',
  shift_jis: 'Shift JIS (Japanese)',
  'euc-kr': 'EUC-KR (Korean)',
  gb18030: 'GB 18030 (Chinese)',
  big5: 'Big5 (Chinese)',
} as const
const encoding = z.enum(Object.keys(encodings) as [ImportEncoding, ...ImportEncoding[]], { error: 'Not an encoding' })
export type ImportEncoding = keyof typeof encodings

/** An import with all that its page shows. `encoding` and `delimiter` were recognized, or chosen. `sample` has the
 *  first cells of each column, `spellings` the first names with letters beyond ASCII, which show a wrong encoding.
 *  `dateColumns` has the columns with dates such as 03/04/2026, while a file waits for its check. `outside`:
 *  appointments that need `keepOutside`. `problems` and `keptPatients` are the first 200. `partial`: rows that are
 *  imported without a value that could not be read, of which `partialProblems` are the first 200. `duplicates` has the
 *  rows of each kind, and the first examples. `sameFile`: when the same file was imported before. */
export const importDetails = z.extend(listedImport, {
  encoding,
  delimiter: z.string(),
  headings: z.array(z.string()),
  sample: z.array(z.array(z.string())),
  spellings: z.array(z.string()),
  columns: importColumns,
  dateColumns: z.array(dateColumn),
  outside: count,
  partial: count,
  partialProblems: z.array(z.extend(importProblem, { name: z.string(), patient: z.optional(z.string()) })),
  problems: z.array(importProblem),
  duplicates: z.array(
    z.object({
      kind: z.enum(duplicateKinds),
      count,
      examples: z.array(z.object({ row: count, name: z.string(), like: z.string() })),
    }),
  ),
  keptPatients: z.array(importProblem),
  sameFile: z.optional(z.iso.datetime()),
})
export type ImportDetails = z.infer<typeof importDetails>

/** Query of an export: what it contains. */
export const exportQuery = z.object({ kind: importKind })

/** Query of an upload: the kind of the file, and its encoding if that is not to be recognized. */
export const importQuery = z.object({ kind: importKind, encoding: z.optional(encoding) })
