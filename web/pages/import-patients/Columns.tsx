import { useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { formatCount } from '#contract/kit/text/count.ts'
import { type DateOrder, dateOrderOf } from '#contract/patient/date-order.ts'
import {
  encodings,
  type ImportColumns,
  type ImportDetails,
  type ImportField,
  importFields,
  isDateField,
} from '#contract/patient/import.ts'
import { ApiError, InputError } from '#web/api/http/errors.ts'
import { postImportCancel, postImportCheck, refreshImports } from '#web/api/patient-imports.ts'
import { clinicDayInText } from '#web/dates.ts'
import { Problem } from '#web/ui/change/Problem.tsx'
import { useChange } from '#web/ui/change/use-change.ts'
import { BusyButton } from '#web/ui/form/BusyButton.tsx'
import { Dates } from './Dates.tsx'
import { Encoding } from './Encoding.tsx'
import type { StepProps } from './step-props.ts'

const delimiters = new Map([
  [',', 'commas'],
  [';', 'semicolons'],
  ['\t', 'tabs'],
  ['|', 'vertical bars'],
])

const orderInWords = {
  'day-first': 'The day comes first in its dates.',
  'month-first': 'The month comes first in its dates.',
}

/** Says which column is what, and starts the check. */
export function Columns({ admin, found, onShow, local }: StepProps & { found: ImportDetails }) {
  const id = useId()
  const client = useQueryClient()
  const [columns, setColumns] = useState<ImportColumns>(found.columns)
  const [dateOrder, setDateOrder] = useState<DateOrder>()
  const inDates = found.dateColumns.filter(({ column }) => isDateField(columns[column]))
  const order = dateOrderOf(inDates)
  const check = useChange(
    async () => {
      if (order === 'open' && !dateOrder) throw new InputError('Say whether the day or the month comes first.')
      await postImportCheck(admin, found._id, { columns, ...(dateOrder && { dateOrder }) })
    },
    { refresh: () => refreshImports(client) },
  )
  const discard = useChange(() => postImportCancel(admin, found._id), { onDone: () => onShow(null) })
  const { error } = check
  // A column without dates in its first rows may have some below.
  const isAsked = order === 'open' || (error instanceof ApiError && error.problem.code === 'date-order')
  const choose = (at: number, field: string) =>
    setColumns(columns.map((each, other) => (other === at ? ((field || null) as ImportField | null) : each)))
  return (
    <section className="grid gap-5" aria-labelledby={`${id}-title`}>
      <div>
        <h2 id={`${id}-title`} className="wrap-anywhere text-xl">
          Which column is what?
        </h2>
        <p className="mt-1 wrap-anywhere text-quiet">
          {found.fileName} has {formatCount(found.rows)} {found.rows === 1 ? 'row' : 'rows'}, separated by{' '}
          {delimiters.get(found.delimiter) ?? found.delimiter}, in {encodings[found.encoding]}.
          {(order === 'day-first' || order === 'month-first') && ` ${orderInWords[order]}`}
        </p>
        {found.sameFile && (
          <p className="mt-2 font-medium">This very file was imported before, on {clinicDayInText(found.sameFile)}.</p>
        )}
      </div>
      <Encoding {...{ admin, found, onShow, local }} />
      <ul className="grid gap-4">
        {found.headings.map((heading, at) => (
          <li
            key={at}
            className="grid gap-x-6 gap-y-2 border-base-300 border-b pb-4 md:grid-cols-[1fr_16rem] md:items-center"
          >
            <div className="min-w-0">
              <label htmlFor={`${id}-${at}`} className="wrap-anywhere font-medium">
                {heading || `Column ${at + 1}`}
              </label>
              <p className="truncate text-quiet text-sm">
                {found.sample
                  .map((row) => row[at])
                  .filter(Boolean)
                  .join(' · ') || 'No values in the first rows'}
              </p>
              {columns[at] === null && heading !== '' && found.headings.indexOf(heading) < at && (
                <p className="text-sm">An earlier column has the same heading. This one is not imported.</p>
              )}
            </div>
            <select
              id={`${id}-${at}`}
              className="select field"
              value={columns[at] ?? ''}
              onChange={({ target }) => choose(at, target.value)}
            >
              <option value="">Not imported</option>
              {Object.entries(importFields[found.kind]).map(([field, name]) => (
                <option key={field} value={field}>
                  {name}
                </option>
              ))}
            </select>
          </li>
        ))}
      </ul>
      {isAsked && <Dates columns={inDates} chosen={dateOrder} onChoose={setDateOrder} />}
      <Problem className="text-sm">{check.problem ?? discard.problem}</Problem>
      <div className="flex flex-wrap gap-3">
        <BusyButton busy={check.isBusy} className="btn btn-action" onClick={() => void check.run()}>
          Check the rows
        </BusyButton>
        <BusyButton busy={discard.isBusy} className="btn btn-line" onClick={() => void discard.run()}>
          Choose another file
        </BusyButton>
      </div>
    </section>
  )
}
