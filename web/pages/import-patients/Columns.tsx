import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { formatCount } from '#contract/kit/text/count.ts'
import {
  type DateOrder,
  type ImportColumns,
  type ImportDetails,
  type ImportField,
  importFields,
} from '#contract/patient/import.ts'
import { messageFor } from '#web/api/http/errors.ts'
import { postImportCancel, postImportCheck, refreshImports } from '#web/api/patient-imports.ts'
import { clinicDayInText } from '#web/dates.ts'
import { BusyButton } from '#web/ui/form/BusyButton.tsx'
import type { StepProps } from './step-props.ts'

const encodings = new Map([
  ['utf-8', 'UTF-8'],
  ['utf-16le', 'UTF-16'],
  ['utf-16be', 'UTF-16'],
  ['windows-1252', 'Windows-1252'],
])
const delimiters = new Map([
  [',', 'commas'],
  [';', 'semicolons'],
  ['\t', 'tabs'],
])

/** Says which column is what, and starts the check. */
export function Columns({ admin, found, onShow }: StepProps & { found: ImportDetails }) {
  const id = useId()
  const client = useQueryClient()
  const [columns, setColumns] = useState<ImportColumns>(found.columns)
  const [dateOrder, setDateOrder] = useState<DateOrder>(found.dateOrder)
  const check = useMutation({
    mutationFn: async () => {
      await postImportCheck(admin, found._id, { columns, dateOrder })
      await refreshImports(client)
    },
  })
  const discard = useMutation({
    mutationFn: async () => {
      await postImportCancel(admin, found._id)
      onShow(null)
    },
  })
  const error = check.error ?? discard.error
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
          {delimiters.get(found.delimiter)}, in {encodings.get(found.encoding)}.
        </p>
        {found.sameFile && (
          <p className="mt-2 font-medium">This very file was imported before, on {clinicDayInText(found.sameFile)}.</p>
        )}
      </div>
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
      <fieldset>
        <legend className="font-medium">How is 03/04/2026 meant?</legend>
        <div className="mt-1 flex flex-wrap gap-x-6">
          {(['month-first', 'day-first'] as const).map((each) => (
            <label key={each} className="flex min-h-11 items-center gap-3">
              <input
                type="radio"
                name={`${id}-order`}
                className="radio"
                checked={dateOrder === each}
                onChange={() => setDateOrder(each)}
              />
              {each === 'month-first' ? 'March 4' : 'April 3'}
            </label>
          ))}
        </div>
      </fieldset>
      <p role="alert" className="text-error text-sm empty:hidden">
        {error && messageFor(error)}
      </p>
      <div className="flex flex-wrap gap-3">
        <BusyButton busy={check.isPending} className="btn btn-action" onClick={() => check.mutate()}>
          Check the rows
        </BusyButton>
        <BusyButton busy={discard.isPending} className="btn btn-line" onClick={() => discard.mutate()}>
          Choose another file
        </BusyButton>
      </div>
    </section>
  )
}
