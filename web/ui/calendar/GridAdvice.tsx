import type { ReactNode } from 'react'
import { adviseGrid } from '#contract/calendar/grid-advice.ts'
import type { Week } from '#contract/calendar/hours.ts'
import { formatCount } from '#contract/kit/text/count.ts'

type Treatment = { name: string; durationMinutes: number; bufferMinutes: number }

interface GridAdviceProps {
  week: Week
  gridMinutes: number
  /** The treatments of which it may tell. */
  about: readonly Treatment[]
  /** The others, which lose no time. */
  others?: readonly Treatment[]
  /** Returns what leads to a grid. */
  action: (gridMinutes: number) => ReactNode
}

const maxTreatments = 3

/** Says of which treatments more fit a day on another grid, and offers each such grid. Renders nothing if none do. */
export function GridAdvice({ week, gridMinutes, about, others = [], action }: GridAdviceProps) {
  const found = about.flatMap((treatment) => {
    const advice = adviseGrid({ week, gridMinutes }, treatment, [
      ...others,
      ...about.filter((one) => one !== treatment),
    ])
    return advice ? [{ name: treatment.name, ...advice }] : []
  })
  const byGrid = [...Map.groupBy(found, ({ better }) => better.gridMinutes)]
  return (
    <div role="status" className="grid gap-2 empty:hidden">
      {byGrid.map(([grid, list]) => (
        <div
          key={grid}
          className="flex flex-wrap items-center gap-x-4 gap-y-1 rounded-box border border-edge px-4 py-2"
        >
          <div className="wrap-anywhere text-sm">
            {list.slice(0, maxTreatments).map(({ name, now, better }) => (
              <p key={name}>
                {name || 'This treatment'}: {formatCount(now)} a day on a grid of {gridMinutes} minutes,{' '}
                {formatCount(better.count)} on {grid}.
              </p>
            ))}
            {list.length > maxTreatments && (
              <p>
                {list.length - maxTreatments === 1
                  ? '1 other treatment fits'
                  : `${list.length - maxTreatments} other treatments fit`}{' '}
                more often, too.
              </p>
            )}
          </div>
          {action(grid)}
        </div>
      ))}
    </div>
  )
}
