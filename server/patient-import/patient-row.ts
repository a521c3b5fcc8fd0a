import { z } from 'zod'
import { formatCount } from '#contract/kit/text/count.ts'
import { email } from '#contract/kit/text/email.ts'
import { plainText } from '#contract/kit/text/plain-text.ts'
import type { IsoDate } from '#contract/kit/time/clinic-date.ts'
import type { DateOrder } from '#contract/patient/date-order.ts'
import { maxAlerts, maxNotes } from '#contract/patient/fields.ts'
import { type ImportColumns, type ImportField, type ImportKind, importFields } from '#contract/patient/import.ts'
import { type ContactWay, contactWays } from '#contract/patient/patient.ts'
import type { FieldColumns } from '#server/patient/field-store.ts'
import { importedPhone } from '#server/patient/phone-number.ts'
import { readDate } from './dates.ts'

/** What a row says about a patient. */
export type PatientValues = FieldColumns & { phones: string[]; oldId: string | null }

/** What is wrong with a row. `isPartial`: the row is imported without the value, which the person can add later. */
export type RowProblem = { field: string; sentence: string; isPartial?: boolean }

/** Tells whether a row with these problems is left out. */
export const isFaulty = (problems: readonly RowProblem[]): boolean => problems.some(({ isPartial }) => !isPartial)

/** Returns problems as they are stored. */
export const problemsOrNull = (problems: RowProblem[]): RowProblem[] | null => (problems.length > 0 ? problems : null)

/** The texts of a row by field. Several columns of one field are several texts. */
export type Cells = (field: ImportField) => string[]

/** How rows are read. `today` is the clinic's day. */
export type Reading = { columns: ImportColumns; dateOrder: DateOrder; today: IsoDate }

const name = plainText('The name is missing', 100)
const oldId = plainText('', 100)

const languages = new Map(
  Object.entries({
    ...{ en: 'en english englisch', de: 'de german deutsch', es: 'es spanish spanisch español', it: 'it italian' },
    ...{ fr: 'fr french französisch français', pt: 'pt portuguese', tr: 'tr turkish türkisch', pl: 'pl polish' },
    ...{ ru: 'ru russian russisch', ar: 'ar arabic arabisch', zh: 'zh chinese', ja: 'ja japanese', uk: 'ukrainian' },
  }).flatMap(([code, words]) => words.split(' ').map((word): [string, string] => [word, code])),
)
const contacts = new Map<string, ContactWay>([
  ...contactWays.map((way): [string, ContactWay] => [way, way]),
  ...['e-mail', 'mail'].map((word): [string, ContactWay] => [word, 'email']),
  ...['text', 'text message', 'whatsapp'].map((word): [string, ContactWay] => [word, 'sms']),
  ...['telephone', 'call', 'telefon', 'anruf', 'mobile'].map((word): [string, ContactWay] => [word, 'phone']),
  ...['no', 'never', 'keine', 'kein', 'nein'].map((word): [string, ContactWay] => [word, 'none']),
])

/** Returns the texts of a row by field, trimmed and without empty ones. */
export function cellsOf(columns: ImportColumns, cells: readonly string[]): Cells {
  return (field) => cells.map((cell) => cell.trim()).filter((cell, at) => cell !== '' && columns[at] === field)
}

/** Tells whether a row has as many cells as the file has columns. */
export function widthProblem(columns: ImportColumns, cells: readonly string[]): RowProblem[] {
  if (cells.length === columns.length) return []
  const count = cells.length === 1 ? '1 cell' : `${cells.length} cells`
  const sentence = `This row has ${count} instead of ${columns.length}; a quote or a separator may be missing`
  return [{ field: 'row', sentence }]
}

/** Reads a row of a file of patients, or says what is wrong with it. */
export function readPatient(
  row: readonly string[],
  { columns, dateOrder, today }: Reading,
): { values: PatientValues; problems: RowProblem[] } {
  const cells = cellsOf(columns, row)
  const problems = [...widthProblem(columns, row), ...brokenIn('patients', columns, row)]
  const say = (field: ImportField, sentence: string) => problems.push({ field: headingOf('patients', field), sentence })
  const leave = (field: ImportField) => (problem: string) =>
    problems.push({ field: headingOf('patients', field), sentence: problem, isPartial: true })
  const check = <Value>(field: ImportField, schema: z.core.$ZodType<Value>, text: string) => {
    const parsed = z.safeParse(schema, text)
    if (!parsed.success) say(field, parsed.error.issues[0]?.message ?? 'This value is not valid')
    return parsed.success ? parsed.data : null
  }
  const [id] = cells('oldId')
  const fullName = nameIn(cells)
  const values: PatientValues = {
    name: check('name', name, fullName) ?? '',
    birthDate: birthDateIn(cells, dateOrder, today, (sentence) => say('birthDate', sentence)),
    email: emailIn(cells, leave('email')),
    phones: phonesIn(cells('phones'), leave('phones')),
    language: languageIn(cells('language')[0], leave('language')),
    contact: contactIn(cells('contact')[0], (sentence) => say('contact', sentence)),
    alerts: linesIn(cells('alerts'), maxAlerts, (sentence) => say('alerts', `Alerts ${sentence}`)),
    notes: linesIn(cells('notes'), maxNotes, (sentence) => say('notes', `Notes ${sentence}`)),
    oldId: id === undefined ? null : check('oldId', oldId, id),
  }
  return { values, problems }
}

/** Returns the name that a row has in one column or in two. */
export function nameIn(cells: Cells): string {
  const [whole] = cells('name')
  return (whole ?? [...cells('firstName'), ...cells('lastName')].join(' ')).replace(/\s+/g, ' ')
}

/** Returns the heading of a field, as problems name it. */
export const headingOf = (kind: ImportKind, field: ImportField) =>
  (importFields[kind] as Partial<Record<ImportField, string>>)[field] ?? field

/** Reads the email of a row. */
export function emailIn(cells: Cells, say: Say): string | null {
  const [text] = cells('email')
  const read = text === undefined ? undefined : z.safeParse(email, text)
  if (read && !read.success) say(`“${short(text ?? '')}” is no email address`)
  return read?.data ?? null
}

/** Returns a problem for each imported cell with a byte that is no letter in the file's encoding. */
export function brokenIn(kind: ImportKind, columns: ImportColumns, cells: readonly string[]): RowProblem[] {
  return cells.flatMap((cell, at) => {
    const field = columns[at]
    if (!field || !cell.includes('\uFFFD')) return []
    return { field: headingOf(kind, field), sentence: `“${short(cell)}” has a broken letter, shown as \uFFFD` }
  })
}

/** Shortens a text that a sentence quotes. */
export const short = (text: string) => (text.length > 60 ? `${text.slice(0, 60).toWellFormed()}…` : text)

type Say = (sentence: string) => unknown

/** Reads the birth date of a row. */
export function birthDateIn(cells: Cells, order: DateOrder, today: IsoDate, say: Say): IsoDate | null {
  const [text] = cells('birthDate')
  if (text === undefined) return null
  const date = readDate(text, order)
  if (!date) say(`“${short(text)}” is no date; write it like 1984-12-31`)
  else if (date > today) say(`${date} is in the future`)
  else if (date < '1880-01-01') say(`${date} is too long ago`)
  else return date
  return null
}

// Several numbers in a cell. What follows a comma or semicolon can be an extension.
const separator = /[|\n]+|[;,]+(?!\s*(?:ext|x|app))/i

function phonesIn(texts: readonly string[], say: Say): string[] {
  const numbers = texts.flatMap((text) => text.split(separator)).map((text) => text.trim())
  const phones = new Set<string>()
  for (const number of numbers.filter((each) => each !== '')) {
    const phone = importedPhone(number)
    if (phone === undefined) say(`“${short(number)}” is no phone number`)
    else phones.add(phone)
  }
  if (phones.size > 10) say('A patient can have at most 10 phone numbers: this one has more')
  return [...phones].slice(0, 10)
}

function languageIn(text: string | undefined, say: Say): string | null {
  if (text === undefined) return null
  const known = languages.get(text.toLowerCase())
  if (known) return known
  try {
    if (/^[a-z]{2,3}([-_][a-z0-9]{2,8})*$/i.test(text)) return new Intl.Locale(text.replaceAll('_', '-')).toString()
  } catch {
    // Told below.
  }
  say(`“${short(text)}” is no language; write a code such as en or de`)
  return null
}

function contactIn(text: string | undefined, say: Say): ContactWay {
  const way = text === undefined ? 'email' : contacts.get(text.toLowerCase())
  if (!way) say(`“${short(text ?? '')}” is no way to reach a patient; write email, sms, phone or none`)
  return way ?? 'email'
}

function linesIn(texts: readonly string[], max: number, say: Say): string {
  // Line breaks stay. Other control characters of old systems would not be stored, or not be shown.
  const lines = texts
    .join('\n')
    .replace(/\r\n?/g, '\n')
    .replace(/[^\P{Cc}\n\t]/gu, '')
    .toWellFormed()
  if (lines.length > max) say(`can have at most ${formatCount(max)} characters`)
  return lines.slice(0, max)
}
