import { formatCount } from '#contract/kit/text/count.ts'
import type { ManyAction } from './ManyDialog.tsx'

interface ChosenBarProps {
  /** How many are chosen. */
  count: number
  total: number
  onAll: (all: boolean) => void
  onAction: (action: ManyAction) => void
}

const actions = [
  ['move', 'Move to the best free times'],
  ['ask', 'Send a link to choose'],
  ['cancel', 'Cancel them'],
] as const

/** Chooses all appointments, and says what can be done with those that are chosen. */
export function ChosenBar({ count, total, onAll, onAction }: ChosenBarProps) {
  return (
    <div className="mb-4 flex flex-wrap items-center gap-x-4 gap-y-2">
      <label className="flex min-h-11 cursor-pointer items-center gap-3">
        <input
          type="checkbox"
          className="checkbox"
          checked={count === total}
          onChange={({ target }) => onAll(target.checked)}
        />
        Choose all {formatCount(total)}
      </label>
      {count > 0 && (
        <>
          <span role="status" className="text-quiet text-sm">
            {formatCount(count)} chosen
          </span>
          {actions.map(([action, label]) => (
            <button key={action} type="button" className="btn btn-line px-4" onClick={() => onAction(action)}>
              {label}
            </button>
          ))}
        </>
      )}
    </div>
  )
}
