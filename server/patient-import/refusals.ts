import type { Refused } from '#contract/kit/outcome.ts'
import { formatCount } from '#contract/kit/text/count.ts'
import { mostImportRows } from '#contract/patient/import.ts'
import type { Refusals } from '#server/http/refusal.ts'
import type { Unreadable } from './read.ts'
import type { StepRefusal } from './steps.ts'

export type FileRefusal = Unreadable | Refused<'none' | 'too-large' | 'torn' | 'busy'>

const of = (sentence: string) => ({ status: 400, field: 'file', sentence })

/** The answers to a file that can't be imported. */
export const fileRefusals: Refusals<FileRefusal> = {
  none: of('Choose a file'),
  torn: of('The upload was interrupted. Please try again.'),
  'too-large': { ...of('This file is larger than 20 MB. Split it into several files.'), status: 413 },
  busy: { ...of('Another file is being uploaded. Please try again in a moment.'), status: 503 },
  empty: of('This file is empty.'),
  spreadsheet: of('This is an Excel file, not a CSV. In Excel choose “Save as” and then “CSV UTF-8”.'),
  'not-csv': of('This file is not a CSV. Export the patients of your old system as CSV.'),
  'no-headings': of('No column was recognized. The first row must have headings such as Name, Birth date and Email.'),
  'no-rows': of('This file has headings but no rows below them.'),
  'too-many-rows': of(`This file has more than ${formatCount(mostImportRows)} rows. Split it into several files.`),
  'open-quote': {
    ...of(''),
    sentence: ({ row }) => `The file ends within a quoted text that begins in row ${row}. It may be cut off.`,
  },
  'bad-quote': {
    ...of(''),
    sentence: ({ row }) => `Row ${row} has a quote in a wrong place, so that it can’t be read.`,
  },
  'cut-off': { ...of(''), sentence: ({ row }) => `The file ends in the middle of row ${row}. It may be cut off.` },
}

/** The answers to a step of an import that is not possible. */
export const stepRefusals: Refusals<StepRefusal> = {
  'unknown-import': { status: 404, sentence: 'There is no such import.' },
  'wrong-state': { status: 409, sentence: 'This import has gone on meanwhile. Look at it again.' },
  running: {
    status: 409,
    sentence: ({ fileName }) => `The import of ${fileName} is still running. Wait until it has ended.`,
  },
  columns: { status: 400, field: 'columns', sentence: 'These are not the columns of this file' },
  'column-twice': {
    ...{ status: 400, field: 'columns' },
    sentence: ({ field, first, second }) =>
      `Column ${first} and column ${second} are both ${field}. Choose another field for one of them.`,
  },
  'date-order': {
    ...{ status: 400, field: 'dateOrder' },
    sentence: 'Say whether the day or the month comes first: the dates of this file can be read in both ways',
  },
  'no-name': { status: 400, field: 'columns', sentence: 'Choose the column with the names' },
}
