import { useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { formatCount } from '#contract/kit/text/count.ts'
import {
  type DuplicateChoice,
  type DuplicateKind,
  duplicateChoices,
  type ImportDetails,
  type ImportStartInput,
} from '#contract/patient/import.ts'
import { countToImport } from '#contract/patient/import-count.ts'
import { postImportCancel, postImportStart, refreshImports } from '#web/api/patient-imports.ts'
import { Problem } from '#web/ui/change/Problem.tsx'
import { useChange } from '#web/ui/change/use-change.ts'
import { BusyButton } from '#web/ui/form/BusyButton.tsx'
import { Problems } from './Problems.tsx'
import type { StepProps } from './step-props.ts'

type Options = Required<Omit<ImportStartInput, 'duplicates'>>

const none: Options = { claimLinks: false, confirmations: false, reminders: false, keepOutside: false }

/** What a check has found, and the choices for the import. */
export function Checked({ admin, found, onShow }: StepProps & { found: ImportDetails }) {
  const id = useId()
  const client = useQueryClient()
  const [duplicates, setDuplicates] = useState<ImportStartInput['duplicates']>({})
  const [options, setOptions] = useState(none)
  const start = useChange(() => postImportStart(admin, found._id, { duplicates, ...options }), {
    refresh: () => refreshImports(client),
  })
  const discard = useChange(() => postImportCancel(admin, found._id), { onDone: () => onShow(null) })
  const counted = countToImport(found, { duplicates, ...options })
  const hasRows = found.rows - found.faulty + (options.keepOutside ? found.outside : 0) > 0
  return (
    <section className="grid gap-6" aria-labelledby={`${id}-title`}>
      <div>
        <h2 id={`${id}-title`} className="wrap-anywhere text-xl">
          {formatCount(counted.added)} of {formatCount(found.rows)} {found.rows === 1 ? 'row' : 'rows'} will be imported
        </h2>
        <p className="mt-1 wrap-anywhere text-quiet">{found.fileName} was checked. Nothing is saved yet.</p>
      </div>
      <Problems admin={admin} found={found} />
      <Duplicates found={found} chosen={duplicates} onChoose={setDuplicates} />
      <Choices found={found} options={options} onChange={setOptions} />
      {counted.filled > 0 && (
        <p>
          {formatCount(counted.filled)} {counted.filled === 1 ? 'row' : 'rows'} fill in what known patients lack.
        </p>
      )}
      <Problem className="text-sm">{start.problem ?? discard.problem}</Problem>
      <div className="flex flex-wrap gap-3">
        {hasRows && (
          <BusyButton busy={start.isBusy} className="btn btn-action" onClick={() => void start.run()}>
            {actionInWords(found, counted)}
          </BusyButton>
        )}
        <BusyButton busy={discard.isBusy} className="btn btn-line" onClick={() => void discard.run()}>
          Choose another file
        </BusyButton>
      </div>
    </section>
  )
}

/** Words what the button does: the number is that of the result. */
function actionInWords({ kind }: ImportDetails, { added, filled }: ReturnType<typeof countToImport>): string {
  if (added === 0) return filled > 0 ? 'Fill in missing details' : 'Finish without new patients'
  const one = kind === 'patients' ? 'patient' : 'appointment'
  return `Import ${formatCount(added)} ${added === 1 ? one : `${one}s`}`
}

const kinds: Record<DuplicateKind, string> = {
  id: 'Same old id',
  email: 'Same name and email',
  phone: 'Same name and phone',
  'birth-date': 'Same name and birth date',
  family: 'Same email, another name',
}
const choiceNames: Record<DuplicateChoice, string> = {
  skip: 'Skip these rows',
  update: 'Fill empty fields of the patient',
  add: 'Add them anyway',
}

/** A relative with the same email is another person, whose row fills nothing. */
const choicesOf = (kind: DuplicateKind) => duplicateChoices.filter((choice) => kind !== 'family' || choice !== 'update')

interface DuplicatesProps {
  found: ImportDetails
  chosen: ImportStartInput['duplicates']
  onChoose: (chosen: ImportStartInput['duplicates']) => void
}

function Duplicates({ found: { duplicates }, chosen, onChoose }: DuplicatesProps) {
  const id = useId()
  if (duplicates.length === 0) return null
  return (
    <div className="grid gap-3">
      <h3 className="font-bold">Probably here already, or twice in the file</h3>
      <ul className="grid max-w-text gap-4">
        {duplicates.map(({ kind, count, examples }) => (
          <li key={kind} className="grid gap-2 rounded-box border border-base-300 bg-card p-4">
            <label htmlFor={`${id}-${kind}`} className="font-medium">
              {kinds[kind]}: {formatCount(count)} {count === 1 ? 'row' : 'rows'}
            </label>
            <ul className="text-quiet text-sm">
              {examples.map(({ row, name, like }) => (
                <li key={row} className="wrap-anywhere">
                  Row {row}: {name} – {like}
                </li>
              ))}
              {count > examples.length && <li>and {formatCount(count - examples.length)} more</li>}
            </ul>
            <select
              id={`${id}-${kind}`}
              className="select field"
              value={chosen[kind] ?? (kind === 'family' ? 'add' : 'skip')}
              onChange={({ target }) => onChoose({ ...chosen, [kind]: target.value as DuplicateChoice })}
            >
              {choicesOf(kind).map((choice) => (
                <option key={choice} value={choice}>
                  {choiceNames[choice]}
                </option>
              ))}
            </select>
          </li>
        ))}
      </ul>
    </div>
  )
}

interface ChoicesProps {
  found: ImportDetails
  options: Options
  onChange: (options: Options) => void
}

function Choices({ found: { kind, outside }, options, onChange }: ChoicesProps) {
  const names: Partial<Record<keyof Options, string>> =
    kind === 'patients'
      ? { claimLinks: 'Email new patients a link to make an account' }
      : {
          ...(outside > 0 && {
            keepOutside: `Keep ${formatCount(outside)} that ${outside === 1 ? 'does' : 'do'} not fit the rules, with the note “Imported”`,
          }),
          confirmations: 'Email patients a confirmation of each appointment',
          reminders: 'Email patients a reminder before each appointment',
        }
  return (
    <fieldset>
      <legend className="mb-2 font-bold">None of this happens unless you choose it</legend>
      {(Object.entries(names) as [keyof Options, string][]).map(([option, name]) => (
        <label key={option} className="flex min-h-11 items-center gap-3">
          <input
            type="checkbox"
            className="checkbox shrink-0"
            checked={options[option]}
            onChange={({ target }) => onChange({ ...options, [option]: target.checked })}
          />
          {name}
        </label>
      ))}
    </fieldset>
  )
}
