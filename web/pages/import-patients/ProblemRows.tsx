import { generatePath, Link } from 'react-router'
import type { ImportProblem } from '#contract/patient/import.ts'
import { pages } from '#contract/site/pages.ts'

/** What is wrong with a row. `patient`: the id of the patient whom the row became. */
export type Problem = ImportProblem & { name?: string | undefined; patient?: string | undefined }

/** Problems by row and field. Those of a patient link to the record. */
export function ProblemRows({ problems }: { problems: readonly Problem[] }) {
  return (
    <ul className="max-w-text rounded-box border border-base-300 bg-card">
      {problems.map(({ row, field, sentence, name, patient }) => (
        <li
          key={`${row} ${field} ${sentence}`}
          className="grid grid-cols-[5rem_1fr] gap-x-3 border-base-300 border-b px-4 py-2 last:border-b-0"
        >
          <span className="text-quiet tabular-nums">Row {row}</span>
          <span className="wrap-anywhere min-w-0">
            {name && <Name name={name} patient={patient} />}
            {field !== 'row' && <span className="font-medium">{field}: </span>}
            {sentence}
          </span>
        </li>
      ))}
    </ul>
  )
}

function Name({ name, patient }: { name: string; patient: string | undefined }) {
  return (
    <span className="block">
      {patient ? (
        <Link to={generatePath(pages.patient, { id: patient })} className="text-link inline-block py-1">
          <bdi>{name}</bdi>
        </Link>
      ) : (
        <bdi>{name}</bdi>
      )}
    </span>
  )
}
