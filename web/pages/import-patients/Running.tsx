import { useQueryClient } from '@tanstack/react-query'
import { formatCount } from '#contract/kit/text/count.ts'
import type { ImportDetails } from '#contract/patient/import.ts'
import { postImportCancel, refreshImports } from '#web/api/patient-imports.ts'
import { ChangeButton } from '#web/ui/change/ChangeButton.tsx'
import { useChange } from '#web/ui/change/use-change.ts'
import { Progress } from './Progress.tsx'
import type { StepProps } from './step-props.ts'

const titles = new Map<string, string>([
  ['checking', 'Checking'],
  ['importing', 'Importing'],
  ['undoing', 'Taking back'],
])

/** The progress of an import, which goes on without this page. */
export function Running({ admin, found }: StepProps & { found: ImportDetails }) {
  const client = useQueryClient()
  const cancel = useChange(() => postImportCancel(admin, found._id), { refresh: () => refreshImports(client) })
  const title = `${titles.get(found.state)} ${found.fileName}`
  // A check goes through each row twice.
  const rows = found.state === 'checking' ? Math.ceil(found.done / 2) : found.done
  const all = found.state === 'checking' ? found.rows : found.steps
  const words = `${formatCount(rows)} of ${formatCount(all)} rows`
  const part = found.steps > 0 ? found.done / found.steps : 0
  return (
    <section className="grid max-w-xl gap-3" aria-label={title}>
      <h2 className="wrap-anywhere text-xl">{title}</h2>
      <Progress label={title} value={part} words={words} />
      <p className="text-quiet">
        {found.state === 'importing' && `${words} so far. `}
        You can leave this page; it goes on by itself.
      </p>
      {found.state !== 'undoing' && (
        <div>
          <ChangeButton change={cancel} className="btn btn-line">
            {found.state === 'importing' ? 'Cancel and take back' : 'Cancel'}
          </ChangeButton>
        </div>
      )}
    </section>
  )
}
