import { useState } from 'react'
import { formatCount } from '#contract/kit/text/count.ts'
import { type ImportDetails, listedProblems } from '#contract/patient/import.ts'
import { problemsOf } from '#web/api/patient-imports.ts'
import { saveFile } from '#web/save-file.ts'
import { ChangeButton } from '#web/ui/change/ChangeButton.tsx'
import { useChange } from '#web/ui/change/use-change.ts'
import { type Problem, ProblemRows } from './ProblemRows.tsx'

/** Problems that are shown before somebody asks for more: few enough that the buttons below stay near. */
const shownFirst = 20

/** The rows that are left out, and those that are imported without a detail, by row and field. */
export function Problems({ admin, found }: { admin: string; found: ImportDetails }) {
  const saving = useChange(async () => saveFile(await problemsOf(admin, found._id), 'problems.csv'))
  if (found.problems.length + found.partialProblems.length === 0) return null
  return (
    <div className="grid gap-5">
      <Group title={leftOutInWords(found)} problems={found.problems} />
      <Group title={partialInWords(found)} problems={found.partialProblems} />
      <div>
        <ChangeButton change={saving} className="btn btn-line">
          Download the problems
        </ChangeButton>
      </div>
    </div>
  )
}

function leftOutInWords({ faulty }: ImportDetails): string {
  return `${formatCount(faulty)} ${faulty === 1 ? 'row has problems and is' : 'rows have problems and are'} left out`
}

function partialInWords({ partial, state }: ImportDetails): string {
  const [rows, are, were] = partial === 1 ? ['row', 'is', 'was'] : ['rows', 'are', 'were']
  const verb = state === 'checked' ? are : were
  return `${formatCount(partial)} ${rows} ${verb} imported without a detail that can’t be read`
}

function Group({ title, problems }: { title: string; problems: readonly Problem[] }) {
  const [showsAll, setShowsAll] = useState(false)
  if (problems.length === 0) return null
  const shown = showsAll ? problems : problems.slice(0, shownFirst)
  return (
    <div className="grid gap-3">
      <h3 className="font-bold">{title}</h3>
      <ProblemRows problems={shown} />
      {shown.length < problems.length && (
        <div>
          <button type="button" className="btn btn-line" onClick={() => setShowsAll(true)}>
            Show {formatCount(problems.length - shown.length)} more
          </button>
        </div>
      )}
      {showsAll && problems.length === listedProblems && (
        <p className="text-quiet text-sm">These are the first {listedProblems}. The download has all of them.</p>
      )}
    </div>
  )
}
