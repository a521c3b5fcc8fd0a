import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { formatCount } from '#contract/kit/text/count.ts'
import { type ImportDetails, listedProblems } from '#contract/patient/import.ts'
import { messageFor } from '#web/api/http/errors.ts'
import { problemsOf } from '#web/api/patient-imports.ts'
import { saveFile } from '#web/save-file.ts'
import { BusyButton } from '#web/ui/form/BusyButton.tsx'

/** Problems that are shown before somebody asks for more: few enough that the buttons below stay near. */
const shownFirst = 20

/** The rows with problems, by row and field. */
export function Problems({ admin, found }: { admin: string; found: ImportDetails }) {
  const { mutate, isPending, error } = useMutation({
    mutationFn: async () => saveFile(await problemsOf(admin, found._id), 'problems.csv'),
  })
  const [showsAll, setShowsAll] = useState(false)
  if (found.problems.length === 0) return null
  const shown = showsAll ? found.problems : found.problems.slice(0, shownFirst)
  const rows = `${formatCount(found.faulty)} ${found.faulty === 1 ? 'row has' : 'rows have'} problems`
  return (
    <div className="grid gap-3">
      <h3 className="font-bold">
        {rows} and {found.faulty === 1 ? 'is' : 'are'} left out
      </h3>
      <ul className="max-w-text rounded-box border border-base-300 bg-card">
        {shown.map(({ row, field, sentence }) => (
          <li
            key={`${row} ${field} ${sentence}`}
            className="grid grid-cols-[5rem_1fr] gap-x-3 border-base-300 border-b px-4 py-2 last:border-b-0"
          >
            <span className="text-quiet tabular-nums">Row {row}</span>
            <span className="wrap-anywhere min-w-0">
              {field !== 'row' && <span className="font-medium">{field}: </span>}
              {sentence}
            </span>
          </li>
        ))}
      </ul>
      {shown.length < found.problems.length && (
        <div>
          <button type="button" className="btn btn-line" onClick={() => setShowsAll(true)}>
            Show {formatCount(found.problems.length - shown.length)} more
          </button>
        </div>
      )}
      {showsAll && found.problems.length === listedProblems && (
        <p className="text-quiet text-sm">These are the first {listedProblems}. The download has all of them.</p>
      )}
      <div>
        <BusyButton busy={isPending} className="btn btn-line" onClick={() => mutate()}>
          Download the problems
        </BusyButton>
      </div>
      <p role="alert" className="text-error text-sm empty:hidden">
        {error && messageFor(error)}
      </p>
    </div>
  )
}
