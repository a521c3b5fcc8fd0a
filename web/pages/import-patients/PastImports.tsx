import { formatCount } from '#contract/kit/text/count.ts'
import type { ImportDetails } from '#contract/patient/import.ts'
import { clinicMomentAt } from '#web/dates.ts'

type Listed = Pick<ImportDetails, '_id' | 'kind' | 'state' | 'fileName' | 'actor' | 'at' | 'rows' | 'added' | 'kept'>

interface PastImportsProps {
  imports: readonly Listed[]
  shown: string | undefined
  onShow: (id: string) => void
}

/** Other imports, each with a button that shows it. */
export function PastImports({ imports, shown, onShow }: PastImportsProps) {
  const others = imports.filter(({ _id }) => _id !== shown)
  if (others.length === 0) return null
  return (
    <section aria-label="Other imports">
      <h2 className="text-xl">Other imports</h2>
      <ul className="mt-2 grid">
        {others.map((each) => (
          <li key={each._id} className="flex flex-wrap items-center gap-x-4 gap-y-2 border-base-300 border-b py-3">
            <span className="wrap-anywhere min-w-0 flex-1 basis-60">
              <span className="font-medium">{each.fileName}</span>
              <span className="block text-quiet text-sm">
                {clinicMomentAt(each.at)} · {stateOf(each)} · {each.actor}
              </span>
            </span>
            <button type="button" className="btn btn-line px-3" onClick={() => onShow(each._id)}>
              Show<span className="sr-only"> {each.fileName}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}

function stateOf({ state, kind, rows, added, kept }: Listed): string {
  if (state === 'imported') return `${formatCount(added)} ${kind} imported`
  if (state === 'undone') return kept > 0 ? `taken back but for ${formatCount(kept)}` : 'taken back'
  const isWaiting = state === 'uploaded' || state === 'checked'
  return isWaiting ? `${formatCount(rows)} rows wait for you` : 'under way'
}
